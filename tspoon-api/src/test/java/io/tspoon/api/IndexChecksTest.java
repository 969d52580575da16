/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexKind;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IndexChecksTest {
    enum Level {
        LOW,
        HIGH
    }

    /** Something with parts of many types. */
    public record Account(String owner, long balance, Level level, Instant opened, Object thing) {}

    private static final StateSpec<Long, Account> ACCOUNTS =
            StateSpec.named("accounts", Long.class, Account.class);

    /** Not a lambda. */
    private static final class ByBalance implements IndexFunction<Account, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long part(Account account) {
            return account.balance();
        }
    }

    @Test
    void kindsAreThoseOfWhatFunctionsGive() {
        assertThat(kind(ACCOUNTS.index("owner", Account::owner))).isEqualTo(IndexKind.TEXT);
        assertThat(kind(ACCOUNTS.index("balance", Account::balance))).isEqualTo(IndexKind.NUMBER);
        assertThat(kind(ACCOUNTS.index("b", account -> account.balance() / 2)))
                .isEqualTo(IndexKind.NUMBER);
        assertThat(kind(ACCOUNTS.index("balance", new ByBalance()))).isEqualTo(IndexKind.NUMBER);
        assertThat(kind(ACCOUNTS.index("level", Account::level))).isEqualTo(IndexKind.NAME);
        assertThat(kind(ACCOUNTS.index("opened", Account::opened))).isEqualTo(IndexKind.INSTANT);
        assertThat(kind(ACCOUNTS.sorted())).isEqualTo(IndexKind.NUMBER);
    }

    private static IndexKind kind(StateSpec<?, ?> spec) {
        return spec.indexes().get(0).kind();
    }

    @Test
    void partsAreNamedAsQueriesDo() {
        assertThat(pointer(ACCOUNTS.index("a/b", Account::owner))).isEqualTo("/value/a/b");
        assertThat(pointer(ACCOUNTS.sorted())).isEqualTo("/key");
        StateSpec<Long, Long> numbers = StateSpec.named("numbers", Long.class, Long.class);
        assertThat(pointer(numbers.index("amount", number -> number))).isEqualTo("/value");
    }

    private static String pointer(StateSpec<?, ?> spec) {
        return spec.indexes().get(0).pointer();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "/owner", "owner/", "a//b"})
    void aNameOfNoPartIsRefused(String name) {
        assertRefused(() -> ACCOUNTS.index(name, Account::owner), "TSP-1332");
    }

    @Test
    void twoOfOneNameAreRefused() {
        assertRefused(
                () -> ACCOUNTS.index("owner", Account::owner).index("owner", Account::owner),
                "TSP-1333");
        assertRefused(() -> ACCOUNTS.sorted().sorted(), "TSP-1333");
    }

    @Test
    void whatHasNoOrderIsRefused() {
        assertRefused(() -> ACCOUNTS.index("level", account -> (Character) 'a'), "TSP-1334");
        assertRefused(
                () ->
                        StateSpec.named("pairs", Types.TUPLE(Types.INT, Types.INT), Types.LONG)
                                .sorted(),
                "TSP-1335");
        assertRefused(() -> ACCOUNTS.index("owner", null), "TSP-1112");
    }

    @Test
    void anIndexThatNobodyCanAskIsRefused() {
        StateSpec<Long, Long> sorted = StateSpec.named("sums", Long.class, Long.class).sorted();
        assertRefused(
                () ->
                        TransactionalGraph.named("bank")
                                .openTransaction(
                                        StreamExecutionEnvironment.getExecutionEnvironment()
                                                .fromData(1L))
                                .keyBy(number -> number, Types.LONG)
                                .update(sorted, (sum, number) -> number),
                "TSP-1336");
    }

    /** As a constraint that throws. */
    @Test
    void aFunctionThatThrowsDoesSoWhenAValueIsWritten() {
        StateSpec<Long, Account> spec =
                ACCOUNTS.constraint("not negative", account -> account.balance() >= 0)
                        .index("owner", account -> account.owner().trim());
        var check = Objects.requireNonNull(spec.check());

        assertThat(check.test(account("ada", 1))).isTrue();
        assertThat(check.test(account("ada", -1))).isFalse();
        assertThatThrownBy(() -> check.test(account(null, 1)))
                .isInstanceOf(NullPointerException.class);
        assertThat(ACCOUNTS.check()).isNull();
    }

    private static Account account(String owner, long balance) {
        return new Account(owner, balance, Level.LOW, Instant.EPOCH, "");
    }

    @Test
    void indexesStayWithWhateverElseIsSaid() {
        StateSpec<Long, Account> spec =
                ACCOUNTS.index("owner", Account::owner)
                        .initialValue(account("", 0))
                        .constraint("any", account -> true)
                        .partitionedBy(key -> key, Long.class)
                        .sorted();

        assertThat(spec.indexes())
                .extracting(IndexDefinition::name)
                .containsExactly("owner", "key");
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageStartingWith("[" + code + "] Cannot ");
    }
}
