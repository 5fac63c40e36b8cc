// SPDX-License-Identifier: Apache-2.0

import LoginCore
import LoginHTTP

extension EmulatedServer {
    /// Shows the apps that are connected with the browser's account; without one, or on request, the accounts.
    func showConnectedApps(_ visit: Visit) -> HTTPResponse {
        let query = PageForm(query: visit.request.query)
        let page = ConnectedAppsPage(brand: Self.brand, visit: visit, language: language(of: query, visit))
        let now = clock.now
        let cookie = Cookies(visit.request)[Self.cookieName]
        let (people, owner, connections) = world.withLock { world in
            let session = world[Records.self].browserSession(cookie, people: world.people, now: now)
            let owner = session.flatMap { world.people[$0.person] }
            return (world.people.all, owner, owner.map { world[Records.self].connections(of: $0.id, now: now) } ?? [])
        }
        guard let owner, query["choose"] == nil else { return page.accounts(people).response() }
        return page.list(of: owner, connections, isDisconnected: query["disconnected"] != nil).response()
    }

    /// Takes the choice of an account, or disconnects an app. Then the browser is sent on, so that reloading repeats nothing.
    func changeConnectedApps(_ visit: Visit) -> HTTPResponse {
        let form = PageForm(visit.request)
        let page = ConnectedAppsPage(brand: Self.brand, visit: visit, language: language(of: form, visit))
        let (now, fresh) = (clock.now, fresh.id())
        if let person = form["person"].flatMap({ Int64($0) }) {
            let isKnown = world.withLock { world in
                guard world.people[person] != nil else { return false }
                world[Records.self].browserSessions[fresh] = BrowserSession(person: person, authenticatedAt: now)
                return true
            }
            var response = HTTPResponse.redirect(to: page.address())
            if isKnown { response.set(cookie(fresh, visit)) }
            return response
        }
        let cookie = Cookies(visit.request)[Self.cookieName]
        let isDisconnected = world.withLock { world in
            // A page that stayed open while the browser changed to another account disconnects nothing.
            guard form["decision"] == "disconnect", let app = form["app"].flatMap({ Int64($0) }),
                let session = world[Records.self].browserSession(cookie, people: world.people, now: now),
                form["of"] == String(session.person)
            else { return false }
            return world[Records.self].links.remove(LinkKey(app: app, person: session.person))
        }
        return .redirect(to: page.address(isDisconnected ? "disconnected=1&" : ""))
    }
}
