/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.calls;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.types.ValueTypes;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.function.SerializableFunction;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** One object describes a procedure for the job and for its callers. */
class ProcedureSpecTest {
    private static final ProcedureSpec<Transfer, Long> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Long.class);

    @Test
    void saysItsNameAndTypes() {
        assertThat(TRANSFER.name()).isEqualTo("transfer");
        assertThat(TRANSFER.requestType()).isEqualTo(ValueTypes.of(Transfer.class));
        assertThat(TRANSFER.answerType()).isEqualTo(Types.LONG);
        assertThat(TRANSFER)
                .hasToString("ProcedureSpec[transfer: " + TRANSFER.requestType() + " -> Long]");
    }

    /** The t-graph has serializers of its own for them. */
    @Test
    void typesMayHaveParameters() {
        ProcedureSpec<List<Transfer>, Optional<Long>> both =
                ProcedureSpec.named("both", new TypeHint<>() {}, new TypeHint<>() {});

        assertThat(both.requestType()).isEqualTo(ValueTypes.of(new TypeHint<List<Transfer>>() {}));
        assertThat(both.answerType()).isEqualTo(ValueTypes.of(new TypeHint<Optional<Long>>() {}));
        assertThat(ProcedureSpec.named("both", both.requestType(), both.answerType()).requestType())
                .isEqualTo(both.requestType());
    }

    /** As a function does that refers to it and is shipped with the job. */
    @Test
    void travelsWithTheFunctionThatUsesIt() throws Exception {
        ProcedureSpec<Transfer, Long> checked = TRANSFER.checked(transfer -> List.of("refused"));
        MapFunction<Long, String> function = number -> checked.name() + checked.answerType();

        MapFunction<Long, String> shipped =
                InstantiationUtil.deserializeObject(
                        InstantiationUtil.serializeObject(function), getClass().getClassLoader());

        assertThat(shipped.map(1L)).isEqualTo("transferLong");
    }

    @Test
    void checkIsSetOnceAndLeavesTheOtherSpecAsItIs() {
        ProcedureSpec<Transfer, Long> checked = TRANSFER.checked(transfer -> List.of());

        assertRefused(() -> checked.checked(transfer -> List.of()))
                .hasMessageStartingWith("[TSP-1133] Cannot set check of requests")
                .hasMessageContaining("procedure=transfer");
        assertThat(TRANSFER.checked(transfer -> List.of())).isNotSameAs(checked);
    }

    @Test
    void nameIsThatOfAnEntrance() {
        assertRefused(() -> ProcedureSpec.named("of money", Long.class, Long.class))
                .hasMessageStartingWith("[TSP-1113] Cannot name procedure")
                .hasMessageContaining("of money");
    }

    @Test
    void isNotDescribedWithNull() {
        Class<Long> type = null;
        TypeInformation<Long> info = null;
        SerializableFunction<Transfer, List<String>> check = null;

        assertRefused(() -> ProcedureSpec.named("p", type, Long.class))
                .hasMessage(
                        "[TSP-1134] Cannot describe procedure: the request type is null,"
                                + " procedure=p. Pass one.");
        assertRefused(() -> ProcedureSpec.named("p", Types.LONG, info))
                .hasMessageContaining("the answer type is null, procedure=p");
        assertRefused(() -> TRANSFER.checked(check))
                .hasMessageContaining("the check of requests is null, procedure=transfer");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
