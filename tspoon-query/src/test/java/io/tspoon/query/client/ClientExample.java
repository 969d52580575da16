/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

import static io.tspoon.query.client.TestBank.BALANCE;

/** The lines of docs/client.md. */
final class ClientExample {
    static final String BEGIN = "        // Example begins\n";
    static final String END = "        // Example ends\n";

    private ClientExample() {}

    static String run(URI endpoint, String token) {
        // Example begins
        QueryClient client = QueryClient.to(endpoint).token(token).build();
        GraphReader bank = client.graph("bank");
        StateQuery<String, Long> balances = StateQuery.of(BALANCE); // the StateSpec of the job

        Optional<Long> alice = bank.ask(balances.key("alice")).orElseThrow();
        Map<String, Long> two = bank.ask(balances.keys("alice", "bob")).orElseThrow();

        Selection<String, Long> rich = balances.where(Field.value().ge(1000));
        long count = bank.ask(rich.count()).orElseThrow();
        Page<String, Long> first = bank.ask(rich.page(50)).orElseThrow();
        long longNames = bank.stream(rich, 1000).filter(entry -> entry.key().length() > 20).count();
        // Example ends
        return alice.orElseThrow()
                + " "
                + two.size()
                + " "
                + count
                + " "
                + first.entries().size()
                + " "
                + longNames;
    }
}
