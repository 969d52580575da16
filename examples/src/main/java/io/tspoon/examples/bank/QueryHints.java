/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.io.PrintWriter;

/** Prints example queries, and a call, for the running job. */
final class QueryHints {
    private QueryHints() {}

    static void print(int port, PrintWriter out) {
        String graph = "http://localhost:" + port + "/v1/graphs/bank";
        String state = graph + "/states/" + BankGraph.ACCOUNT_BALANCE.name();
        out.println("Queries    http://localhost:" + port + "/ in a browser, or for instance");
        curl(out, "-G " + state + "/value --data-urlencode 'key=" + key("17") + "'");
        curl(
                out,
                graph
                        + "/query -d '{\"reads\":[{\"state\":\""
                        + BankGraph.ACCOUNT_BALANCE.name()
                        + "\",\"keys\":["
                        + key("17")
                        + ","
                        + key("18")
                        + "]}]}'");
        curl(
                out,
                state
                        + "/aggregate -d '{\"compute\":{\"accounts\":{\"count\":true},"
                        + "\"cents\":{\"sum\":\"/value\"}}}'");
        out.println("Calls      transfer 25.00; with the same key again, nothing is executed");
        curl(
                out,
                "-H 'Content-Type: application/json' -H 'Idempotency-Key: transfer-1' "
                        + graph
                        + "/calls/"
                        + Transfer.PROCEDURE.name()
                        + " -d '{\"payer\":"
                        + key("17")
                        + ",\"payee\":"
                        + key("18")
                        + ",\"amount\":2500}'");
        out.println();
        out.flush();
    }

    private static void curl(PrintWriter out, String arguments) {
        out.println("           curl " + arguments);
    }

    private static String key(String number) {
        return "{\"bank\":\"\",\"number\":\"" + number + "\"}";
    }
}
