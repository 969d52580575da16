/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.AnswerCheck;
import io.tspoon.benchmarks.harness.EchoServer;
import io.tspoon.benchmarks.harness.HttpClients;
import io.tspoon.benchmarks.harness.Running;

/** Callers of a server that does nothing. */
final class Echoed extends Running {
    private final EchoServer server;
    private final HttpClients callers;

    private Echoed(EchoServer server, HttpClients callers) {
        this.server = server;
        this.callers = callers;
    }

    /** Lets them begin. */
    static Echoed call(Calling calling, String meter, double perSecond, Load load) {
        EchoServer server = new EchoServer();
        CalledTransfers calls =
                new CalledTransfers(
                        "localhost:" + server.address().getPort(), calling.each(), load);
        return new Echoed(
                server,
                HttpClients.start(
                        meter,
                        server.address(),
                        calling.connections(),
                        HttpClients.Requests.ofTexts(calls, calling.each()),
                        perSecond,
                        AnswerCheck.NONE));
    }

    @Override
    public void checkRunning() {
        callers.checkRunning();
    }

    @Override
    public void close() {
        try (server) {
            callers.close();
        }
    }
}
