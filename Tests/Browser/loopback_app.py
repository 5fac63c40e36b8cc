# SPDX-License-Identifier: Apache-2.0
"""An app on this machine that waits for the browser to come back to it (RFC 8252, section 7.3)."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer


class LoopbackApp:
    """A listener on a free port of 127.0.0.1 that keeps the addresses it was called at."""

    def __init__(self):
        self.calls = []
        app = self

        class Receiver(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith("/callback"):
                    app.calls.append(app.address + self.path)
                self.send_response(200 if self.path.startswith("/callback") else 204)
                self.send_header("Content-Type", "text/plain; charset=utf-8")
                self.end_headers()
                if self.path.startswith("/callback"):
                    self.wfile.write("Back at the app".encode())

            def log_message(self, *arguments):
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Receiver)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self.redirect_uri = self.address + "/callback"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=10)
