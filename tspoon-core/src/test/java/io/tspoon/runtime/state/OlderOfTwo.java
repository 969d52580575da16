/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.shape.ResolvedState;
import io.tspoon.runtime.shape.UserFunctionAccess;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

/** What functions see of {@link LastTwo}. */
record OlderOfTwo(ResolvedState<?, Long, Long> use, UserFunctionAccess<LastTwo.Values, Long> access)
        implements UserFunctionAccess<Long, Long> {

    @Override
    public Object key() {
        return access.key();
    }

    @Override
    public AccessMode mode() {
        return access.mode();
    }

    @Override
    public boolean isRunning() {
        return access.isRunning();
    }

    @Override
    public @Nullable Long read() {
        LastTwo.Values values = access.read();
        return values == null ? null : values.before();
    }

    @Override
    public boolean readsOwnWrite() {
        return access.readsOwnWrite();
    }

    @Override
    public void writeOwn(@Nullable Long value) {
        access.writeOwn(LastTwo.Values.after(access.read(), value));
    }

    @Override
    public void keep(Long emitted) {
        access.keep(emitted);
    }

    @Override
    public Triggering triggering() {
        return access.triggering();
    }

    @Override
    public void remember(AbortReason why) {
        access.remember(why);
    }

    @Override
    public @Nullable AbortReason reason() {
        return access.reason();
    }
}
