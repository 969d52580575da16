/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.RoleValues;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.StateContext;

/** The values of one state, as a job or a serial execution accesses them. */
interface Cells {
    long get(long key);

    boolean exists(long key);

    void set(long key, long value);

    void delete(long key);

    void emit(long element);

    void abort(String rule);

    /** In a job. */
    static <T> Cells of(
            RoleValues<T> at, Roles<T, Long, Long> roles, StateContext<Long> transaction) {
        return new Cells() {
            @Override
            public long get(long key) {
                return at.get(roles, key);
            }

            @Override
            public boolean exists(long key) {
                return at.exists(roles, key);
            }

            @Override
            public void set(long key, long value) {
                at.set(roles, key, value);
            }

            @Override
            public void delete(long key) {
                at.delete(roles, key);
            }

            @Override
            public void emit(long element) {
                transaction.emit(element);
            }

            @Override
            public void abort(String rule) {
                transaction.abort(rule);
            }
        };
    }

    /** In a serial execution. */
    static Cells of(SerialReplay.View view, StateSpec<Long, Long> state) {
        return new Cells() {
            @Override
            public long get(long key) {
                return view.read(state, key);
            }

            @Override
            public boolean exists(long key) {
                return view.exists(state, key);
            }

            @Override
            public void set(long key, long value) {
                view.write(state, key, value);
            }

            @Override
            public void delete(long key) {
                view.write(state, key, null);
            }

            @Override
            public void emit(long element) {
                view.emit(element);
            }

            @Override
            public void abort(String rule) {
                view.abort(rule);
            }
        };
    }
}
