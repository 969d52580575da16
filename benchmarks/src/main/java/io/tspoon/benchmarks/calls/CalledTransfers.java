/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.CalledBank;
import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.bank.TransferGenerator;

import java.util.function.Supplier;

/**
 * The calls that are sent, in the text of HTTP, each under a key of its own, and what they move.
 * For one thread.
 */
final class CalledTransfers implements Supplier<String> {
    private static final String CALLS = "/v1/graphs/" + CalledBank.GRAPH + "/calls";
    private static final int CALL_LENGTH = 160;

    private final String host;
    private final int each;
    private final TransferGenerator transfers;
    private final long[] moved;

    /**
     * @param host for the header
     * @param each calls in a request
     * @param load what they are
     */
    CalledTransfers(String host, int each, Load load) {
        this.host = host;
        this.each = each;
        this.transfers = load.generator(0, 1);
        this.moved = new long[load.accounts()];
    }

    @Override
    public String get() {
        return each == 1 ? one() : several();
    }

    private String one() {
        Transfer transfer = next();
        StringBuilder body = new StringBuilder(CALL_LENGTH);
        append(body, transfer);
        return post(
                CALLS + "/" + CalledBank.PROCEDURE,
                "idempotency-key: " + transfer.start() + "\r\n",
                body);
    }

    private String several() {
        StringBuilder body = new StringBuilder(each * CALL_LENGTH).append("{\"calls\":[");
        for (int i = 0; i < each; i++) {
            Transfer transfer = next();
            body.append(i == 0 ? "" : ",")
                    .append("{\"procedure\":\"" + CalledBank.PROCEDURE + "\",\"key\":\"")
                    .append(transfer.start())
                    .append("\",\"request\":");
            append(body, transfer);
            body.append('}');
        }
        return post(CALLS, "", body.append("]}"));
    }

    /** Its start is its number, which is also the key of its call. */
    private Transfer next() {
        Transfer transfer = transfers.next(transfers.generated());
        moved[transfer.source()] -= transfer.amount();
        moved[transfer.destination()] += transfer.amount();
        return transfer;
    }

    private static void append(StringBuilder body, Transfer transfer) {
        body.append("{\"source\":")
                .append(transfer.source())
                .append(",\"destination\":")
                .append(transfer.destination())
                .append(",\"amount\":")
                .append(transfer.amount())
                .append(",\"start\":")
                .append(transfer.start())
                .append('}');
    }

    private String post(String path, String headers, StringBuilder body) {
        return "POST "
                + path
                + " HTTP/1.1\r\nhost: "
                + host
                + "\r\ncontent-type: application/json\r\n"
                + headers
                + "content-length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    /** What all transfers so far have brought to an account. */
    long moved(int account) {
        return moved[account];
    }

    /** How many there are so far. */
    long sent() {
        return transfers.generated();
    }
}
