# SPDX-License-Identifier: Apache-2.0
"""What can be measured on a page: its width, and the contrast of everything that is written on it."""

# Where a vendor's guide fixes both colours against WCAG 1.4.3: Naver's button is white on #03C75A, a ratio of 2.25, and an
# app whose button looks otherwise may fail Naver's review. Nothing else is left out.
VENDORS_OWN = ".provider-naver"

SIDEWAYS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"

# Gives every text whose contrast with what lies beneath it is too low (WCAG 2.2, 1.4.3): 4.5, or 3 for large text.
LOW_CONTRAST = """vendorsOwn => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
    const colour = text => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = (top, ground) => [0, 1, 2].map(i => top[i] * top[3] + ground[i] * (1 - top[3])).concat(1);
    const ground = element => {
        const layers = [];
        for (let e = element; e; e = e.parentElement) {
            const layer = colour(getComputedStyle(e).backgroundColor);
            layers.push(layer);
            if (layer[3] === 1) break;
        }
        const canvasGround = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
        return layers.reverse().reduce((below, layer) => over(layer, below), canvasGround);
    };
    const light = c => {
        const [r, g, b] = c.slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faults = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode.textContent.trim();
        const element = walk.currentNode.parentElement;
        if (!text || element.closest(vendorsOwn) || !element.checkVisibility({visibilityProperty: true})) continue;
        const style = getComputedStyle(element);
        const below = ground(element);
        const [a, b] = [light(over(colour(style.color), below)), light(below)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        if (ratio < (isLarge ? 3 : 4.5)) faults.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}`);
    }
    return faults;
}"""

# Gives every control that is smaller than a finger, but for links inside of sentences.
SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, summary, input:not([type=hidden]), label')]
    .filter(e => e.checkVisibility() && !(e.matches('p > a, label') && getComputedStyle(e).display === 'inline'))
    .filter(e => !(e.matches('input[type=checkbox]') && e.closest('label')) && !e.matches('label[for]:not(:has(input))'))
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.height < 43.5 || box.width < 43.5)
    .map(([e, box]) => `${e.textContent.trim().slice(0, 30) || e.name}: ${box.width}x${box.height}`)"""


def has_no_sideways_scrolling(page) -> bool:
    return page.evaluate(SIDEWAYS)


def low_contrasts(page) -> list[str]:
    return page.evaluate(LOW_CONTRAST, VENDORS_OWN)


def small_targets(page) -> list[str]:
    return page.evaluate(SMALL_TARGETS)
