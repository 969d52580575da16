/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

/** Samples for tests. */
public final class KeySamples {
    private KeySamples() {}

    /** All keys are in one key group. */
    public static <K> KeySample<K> ungrouped() {
        return new KeySample<>(new KeyGroupHeat<>(key -> 0, 0, 1, System::nanoTime));
    }
}
