/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

/** Calls the function of the only state, which sees the access itself. */
final class OneState<I, V, O> implements StateCalls<I, V, O> {
    private final ResolvedState<I, V, O> use;

    OneState(ResolvedState<I, V, O> use) {
        this.use = use;
    }

    @Override
    public ResolvedState<I, V, O> use() {
        return use;
    }

    @Override
    public void call(I element, UserFunctionAccess<V, O> access) throws Exception {
        use.plan().function().access(element, access, access);
    }

    @Override
    public String lastState() {
        return use.plan().name();
    }
}
