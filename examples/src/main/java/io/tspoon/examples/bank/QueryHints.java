/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import java.io.PrintWriter;

/** Prints example queries for the running job. */
final class QueryHints {
    private QueryHints() {}

    static void print(int port, PrintWriter out) {
        String graph = "http://localhost:" + port + "/v1/graphs/bank";
        String state = BankGraph.ACCOUNT_BALANCE.name();
        out.println("Queries    http://localhost:" + port + "/ in a browser, or for instance");
        out.println(
                "           curl -G "
                        + graph
                        + "/states/"
                        + state
                        + "/value --data-urlencode 'key="
                        + key("17")
                        + "'");
        out.println(
                "           curl "
                        + graph
                        + "/query -d '{\"reads\":[{\"state\":\""
                        + state
                        + "\",\"keys\":["
                        + key("17")
                        + ","
                        + key("18")
                        + "]}]}'");
        out.println(
                "           curl "
                        + graph
                        + "/states/"
                        + state
                        + "/aggregate -d '{\"compute\":{\"accounts\":{\"count\":true},"
                        + "\"cents\":{\"sum\":\"/value\"}}}'");
        out.println();
        out.flush();
    }

    private static String key(String number) {
        return "{\"bank\":\"\",\"number\":\"" + number + "\"}";
    }
}
