/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.index;

import io.tspoon.index.IndexDefinition;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;

import org.apache.flink.annotation.Internal;
import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The indexes of an instance of a stateful operator. Confined to the mailbox thread.
 *
 * @param <R> type of what names a record
 * @param <S> what records hold
 */
@Internal
public interface OperatorIndexes<R, S> extends AutoCloseable {
    /**
     * Who is to be told of versions.
     *
     * @param others have to be told in any case
     */
    InstalledVersions.Installs<R, S> installs(InstalledVersions.Installs<R, S> others);

    /**
     * All values are there with which the instance begins. May be called again.
     *
     * @param applied highest timestamp of what is installed
     * @param writeBack brings to Flink's keyed state what only the cache has
     */
    void ready(long applied, ThrowingRunnable<Exception> writeBack) throws Exception;

    /** Those of a state, by its place in the operator. */
    List<StateIndex<R, S>> of(int place);

    /** The one with this definition. */
    default StateIndex<R, S> find(int place, IndexDefinition definition) {
        for (StateIndex<R, S> index : of(place)) {
            if (index.definition().name().equals(definition.name())) {
                return index;
            }
        }
        throw new IllegalStateException(definition.name()); // the plan has it
    }

    @Override
    void close();

    /** Of an operator whose states have none. */
    static <R, S> OperatorIndexes<R, S> none() {
        return new OperatorIndexes<>() {
            @Override
            public InstalledVersions.Installs<R, S> installs(
                    InstalledVersions.Installs<R, S> others) {
                return others;
            }

            @Override
            public void ready(long applied, ThrowingRunnable<Exception> writeBack) {}

            @Override
            public List<StateIndex<R, S>> of(int place) {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }

    /**
     * Of an operator that has some.
     *
     * @param byPlace the indexes of its states
     */
    static <R, S> OperatorIndexes<R, S> of(List<List<StateIndex<R, S>>> byPlace) {
        return byPlace.stream().allMatch(List::isEmpty) ? none() : new Some<>(byPlace);
    }

    /** At least one. */
    final class Some<R, S> implements OperatorIndexes<R, S> {
        private final List<List<StateIndex<R, S>>> byPlace;
        private final List<StateIndex<R, S>> all;
        private boolean ready;

        private Some(List<List<StateIndex<R, S>>> byPlace) {
            this.byPlace = List.copyOf(byPlace);
            this.all = byPlace.stream().flatMap(List::stream).toList();
        }

        @Override
        public InstalledVersions.Installs<R, S> installs(InstalledVersions.Installs<R, S> others) {
            return new InstalledVersions.Installs<>() {
                @Override
                public void installing(KeyRecord<R, S> record, long timestamp) {
                    others.installing(record, timestamp);
                    for (StateIndex<R, S> index : all) {
                        index.installing(record, timestamp);
                    }
                }

                @Override
                public void installed(KeyRecord<R, S> record) {
                    others.installed(record);
                    for (StateIndex<R, S> index : all) {
                        index.installed(record);
                    }
                }

                @Override
                public void dropped(KeyRecord<R, S> record, @Nullable S value) {
                    others.dropped(record, value);
                    for (StateIndex<R, S> index : all) {
                        index.dropped(record, value);
                    }
                }
            };
        }

        @Override
        public void ready(long applied, ThrowingRunnable<Exception> writeBack) throws Exception {
            if (ready) {
                return;
            }
            ready = true;
            writeBack.run();
            all.forEach(index -> index.begin(applied));
        }

        @Override
        public List<StateIndex<R, S>> of(int place) {
            return byPlace.get(place);
        }

        @Override
        public void close() {
            all.forEach(StateIndex::close);
        }
    }
}
