/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Access;
import io.tspoon.protocol.AccessMode;
import io.tspoon.runtime.pipeline.UserContext;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The value of one key as user code sees it. Checks the integrity constraint at every write.
 *
 * <p>User code gets a copy of a mutable value unless object reuse is on: an installed value must
 * not change under those who read it.
 */
final class ValueView<K, V> implements ValueAccess<V> {
    private final StatePlan<?, K, V, ?> plan;
    private final UserContext context;
    private final @Nullable TypeSerializer<V> copies;
    private @Nullable Access<K, V> access;
    private boolean written;

    ValueView(StatePlan<?, K, V, ?> plan, UserContext context, boolean objectReuse) {
        this.plan = plan;
        this.context = context;
        TypeSerializer<V> serializer = plan.valueSerializer();
        this.copies = objectReuse || serializer.isImmutableType() ? null : serializer;
    }

    /** Shows the value of another access. */
    void show(@Nullable Access<K, V> next) {
        access = next;
        written = false;
    }

    /** Whether user code wrote or deleted the value. */
    boolean isWritten() {
        return written;
    }

    @Override
    public @Nullable V get() {
        Access<K, V> current = current();
        if (plan.mode() == AccessMode.WRITE && !current.readsOwnWrite()) {
            throw new IllegalStateException(
                    "Cannot read state: the access was declared to write without reading, state="
                            + plan.name()
                            + ". Use update or apply instead of write.");
        }
        V value = current.read();
        if (value == null) {
            return initial();
        }
        return copies == null ? value : copies.copy(value);
    }

    @Override
    public boolean exists() {
        return current().read() != null;
    }

    @Override
    public void set(V value) {
        Access<K, V> current = current();
        if (value == null) {
            throw new NullPointerException(
                    "Cannot write state: the new value is null, state="
                            + plan.name()
                            + ", key="
                            + current.key()
                            + ". Use delete to remove a value.");
        }
        checkWritable();
        if (plan.constraint() != null && !plan.constraint().test(value)) {
            context.violate(plan.constraintName());
        }
        current.write(value);
        written = true;
    }

    @Override
    public void delete() {
        checkWritable();
        current().write(null);
        written = true;
    }

    private @Nullable V initial() {
        V initial = plan.initialValue();
        return initial == null || copies == null ? initial : copies.copy(initial);
    }

    private void checkWritable() {
        if (plan.mode() == AccessMode.READ) {
            throw new IllegalStateException(
                    "Cannot write state: the access was declared to read only, state="
                            + plan.name()
                            + ". Use update or apply instead of read.");
        }
    }

    private Access<K, V> current() {
        Access<K, V> current = access;
        if (current == null) {
            throw new IllegalStateException(
                    "Cannot access state: the call that the value was passed to has returned,"
                            + " state="
                            + plan.name());
        }
        return current;
    }
}
