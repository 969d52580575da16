/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release;

import io.tspoon.query.client.Answers;
import io.tspoon.query.client.Field;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.Question;
import io.tspoon.query.client.StateQuery;

import java.math.BigDecimal;
import java.net.URI;

import static org.assertj.core.api.Assertions.assertThat;

/** The accounts of the bank example, as a gateway tells them. */
final class Balances {
    private static final StateQuery<Account, Long> BALANCE =
            StateQuery.of("account_balance", Account.class, Long.class);

    /** In cents: an account has it before its first order. */
    private static final long OPENING_BALANCE = 2500_00;

    private final QueryClient client;

    /** As the example has it. */
    record Account(String bank, String number) {}

    Balances(URI gateway, String token) {
        client = QueryClient.to(gateway).token(token).build();
    }

    /** Whether so many accounts can be read now; if they can, no money may be missing. */
    boolean add(int accounts) {
        Question<Long> count = BALANCE.all().count();
        Question<BigDecimal> sum = BALANCE.all().sum(Field.value());
        QueryResult<Answers> result = client.graph("bank").askTogether(count, sum);
        if (!result.isAnswer()) {
            return false;
        }
        Answers answers = result.orElseThrow();
        assertThat(answers.to(sum))
                .isEqualByComparingTo(BigDecimal.valueOf(answers.to(count) * OPENING_BALANCE));
        return answers.to(count) == accounts;
    }
}
