/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.StateSpec;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A key is what it was at the access, whatever a function does to its element afterwards. */
class MutableKeysITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    /** A key that can be changed in place. */
    public static final class Address {
        public String city = "";
        public long number;

        public Address() {}

        Address(String city, long number) {
            this.city = city;
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Address that && city.equals(that.city) && number == that.number;
        }

        @Override
        public int hashCode() {
            return 31 * city.hashCode() + Long.hashCode(number);
        }

        @Override
        public String toString() {
            return city + " " + number;
        }
    }

    /** An element that its key is a part of. */
    public static final class Parcel {
        public Address address = new Address();
        public long weight;

        public Parcel() {}

        Parcel(long number) {
            address = new Address("city", number % 10);
            weight = number;
        }

        long moveOn() {
            address.number += 1_000;
            return weight;
        }
    }

    private static final StateSpec<Address, Long> WEIGHTS =
            StateSpec.named("weights", Address.class, Long.class).initialValue(0L);

    private static final StateSpec<Tuple2<String, Long>, Long> SUMS =
            StateSpec.<Tuple2<String, Long>, Long>named(
                            "sums", new TypeHint<>() {}, new TypeHint<>() {})
                    .initialValue(0L);

    @ParameterizedTest
    @EnumSource
    void partOfAnElement(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .map(Parcel::new, Parcel.class)
                                .keyBy(parcel -> parcel.address)
                                .update(WEIGHTS, (sum, parcel) -> sum + parcel.moveOn())
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    Address key = new Address("city", number % 10);
                    view.emit(view.write(WEIGHTS, key, view.read(WEIGHTS, key) + number));
                });
    }

    /** Flink's own operators look each key up before they ask for the next one. */
    private static final class ReusingSelector implements KeySelector<Long, Address> {
        private static final long serialVersionUID = 1L;

        private transient Address reused;

        @Override
        public Address getKey(Long number) {
            if (reused == null) {
                reused = new Address("city", 0);
            }
            reused.number = number % 10;
            return reused;
        }
    }

    @ParameterizedTest
    @EnumSource
    void objectThatTheSelectorFillsAgain(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(new ReusingSelector())
                                .update(WEIGHTS, Long::sum)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    Address key = new Address("city", number % 10);
                    view.emit(view.write(WEIGHTS, key, view.read(WEIGHTS, key) + number));
                });
    }

    /** The element is its own key; with object reuse, too, for keys are kept. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void elementItself(boolean objectReuse) throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        environment.configure(new Configuration().set(PipelineOptions.OBJECT_REUSE, objectReuse));

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(environment, ConcurrencyControl.LOCK_BASED, "shape")
                                .map(number -> Tuple2.of("key", number % 10), SUMS.keyType())
                                .keyBy(pair -> pair, SUMS.keyType())
                                .update(SUMS, MutableKeysITCase::countAndChange)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    Tuple2<String, Long> key = Tuple2.of("key", number % 10);
                    view.emit(view.write(SUMS, key, view.read(SUMS, key) + 1));
                });
    }

    /** Its text is a String here, and a Utf8 with another hash code once it comes from bytes. */
    @Test
    void keyThatIsAnotherOneOnceItWasWrittenIsRefused() {
        StateSpec<AvroText, Long> sums =
                StateSpec.named("texts", AvroText.class, Long.class).initialValue(0L);
        var results =
                open(ConcurrencyControl.LOCK_BASED, 2)
                        .keyBy(number -> new AvroText("text " + number % 10), AvroText.class)
                        .update(sums, Long::sum)
                        .closeTransaction();

        assertThatThrownBy(() -> EmbeddedFlink.collect(results))
                .hasStackTraceContaining("Cannot use key: a copy of it, as it comes from a snapsho")
                .hasStackTraceContaining(
                        "state=texts, keyType=PojoType<" + AvroText.class.getName());
    }

    private static Long countAndChange(Long count, Tuple2<String, Long> pair) {
        pair.f1 += 1_000;
        return count + 1;
    }
}
