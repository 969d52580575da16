/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.Role;
import io.tspoon.api.RoleValues;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateContext;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A function alone sees of fakes what it would see in a job. */
class FakesTest {
    private static final StateSpec<String, Long> MONEY =
            StateSpec.named("money", String.class, Long.class)
                    .initialValue(10L)
                    .constraint("not negative", money -> money >= 0);
    private static final StateSpec<String, String> NAME =
            StateSpec.named("name", String.class, String.class);

    private record Gift(String from, List<String> to, long each) {}

    private static final Role<Gift, Long> FROM = Role.update("from", MONEY, Gift::from);
    private static final Roles<Gift, String, Long> TO = Roles.update("to", MONEY, Gift::to);
    private static final Role<Gift, String> NAMED = Role.read("named", NAME, Gift::from);

    private static void give(Gift gift, RoleValues<Gift> at, StateContext<String> transaction) {
        for (String to : at.keys(TO)) {
            at.set(FROM, at.get(FROM) - gift.each());
            at.set(TO, to, at.get(TO, to) + gift.each());
        }
        transaction.emit(at.get(NAMED) + " has " + at.get(FROM));
    }

    @Test
    void valueIsThatOfAKey() {
        FakeValue<Long> money = FakeValue.none(MONEY);
        assertThat(money.exists()).isFalse();
        assertThat(money.get()).isEqualTo(10);
        assertThat(money.value()).isNull();
        assertThat(money.isWritten()).isFalse();

        money.set(3L);
        assertThat(money.exists()).isTrue();
        assertThat(money.get()).isEqualTo(3);
        assertThat(money.value()).isEqualTo(3);
        assertThat(money.isWritten()).isTrue();

        money.delete();
        assertThat(money.exists()).isFalse();
        assertThat(money.get()).isEqualTo(10);
        assertThat(FakeValue.none(NAME).get()).isNull();
        assertThatThrownBy(() -> money.set(null)).hasMessageContaining("TSP-8017");
    }

    @Test
    void initialValueMayDependOnTheKey() {
        StateSpec<String, Long> lengths =
                StateSpec.named("lengths", String.class, Long.class)
                        .initialValue(key -> (long) key.length());
        Role<Gift, Long> own = Role.read("own", lengths, Gift::from);

        assertThat(FakeValue.none(lengths, "alice").get()).isEqualTo(5);
        assertThat(FakeValue.none(lengths).get()).isNull();
        assertThat(FakeRoles.of(new Gift("bob", List.of(), 1), own).values().get(own)).isEqualTo(3);
    }

    @Test
    void valueHasTheConstraintOfItsState() {
        FakeValue<Long> money = FakeValue.of(MONEY, 3L);

        assertThatThrownBy(() -> money.set(-1L))
                .isInstanceOf(FakeAbort.class)
                .hasMessageContaining("not negative")
                .extracting(thrown -> ((FakeAbort) thrown).reason().kind())
                .isEqualTo(AbortReason.Kind.CONSTRAINT);
        assertThat(money.value()).isEqualTo(3);
    }

    @Test
    void contextRemembersWhatAFunctionDoes() {
        FakeContext<String> transaction = new FakeContext<>();
        transaction.emit("one");
        transaction.collect("two");
        assertThat(transaction.emitted()).containsExactly("one", "two");
        assertThat(transaction.reason()).isNull();

        assertThatThrownBy(() -> transaction.abort("no", "left", 2))
                .isInstanceOf(FakeAbort.class)
                .hasMessageContaining("no (operator=fake, left=2)");
        assertThatThrownBy(() -> transaction.abort("never"));
        assertThat(transaction.reason()).isNotNull();
        assertThat(transaction.reason().rule()).isEqualTo("no");
        assertThatThrownBy(() -> transaction.emit(null)).hasMessageContaining("TSP-8018");
    }

    @Test
    void rolesGiveTheirKeys() throws Exception {
        Gift gift = new Gift("ann", List.of("bob", "ann", "cid"), 2);
        FakeRoles<Gift> roles =
                FakeRoles.of(gift, FROM, TO, NAMED)
                        .given(MONEY, "bob", 1L)
                        .given(NAME, "ann", "Ann");
        FakeContext<String> transaction = new FakeContext<>();

        give(gift, roles.values(), transaction);

        assertThat(roles.value(MONEY, "ann")).isEqualTo(6);
        assertThat(roles.value(MONEY, "bob")).isEqualTo(3);
        assertThat(roles.value(MONEY, "cid")).isEqualTo(12);
        assertThat(transaction.emitted()).containsExactly("Ann has 6");
    }

    @Test
    void whatIsNotDeclaredIsRefused() {
        Gift gift = new Gift("ann", List.of("bob", "cid"), 2);
        RoleValues<Gift> at = FakeRoles.of(gift, TO, NAMED).values();

        assertThatThrownBy(() -> at.get(FROM)).hasMessageContaining("TSP-8020");
        assertThatThrownBy(() -> at.get(TO, "dan")).hasMessageContaining("TSP-8022");
        assertThatThrownBy(() -> at.set(NAMED, "Ann")).hasMessageContaining("TSP-8021");
        assertThat(at.exists(NAMED)).isFalse();
        at.delete(TO, "bob");
    }
}
