/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A type whose keys differ from their copies is refused before something is stored under them. */
class CheckedKeysTest {
    private static final SwitchedKey.Type TYPE = new SwitchedKey.Type(Long::hashCode);

    private final CheckedKeys<SwitchedKey> sample = CheckedKeys.of(RestoredRun.plan(TYPE));

    @Test
    void keyLikeItsCopyIsLeftAlone() {
        assertThatCode(() -> sample.add(TYPE.key(7))).doesNotThrowAnyException();
    }

    @Test
    void keyWithAnotherHashCodeThanItsCopyIsRefusedWithTypeKeyAndCure() {
        assertThatThrownBy(() -> sample.add(new SwitchedKey(7, 8)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Cannot use key: a copy of it, as it comes from a snapshot,")
                .hasMessageContaining("state=state, keyType=Switched, key=switched 7, hashCode=8")
                .hasMessageContaining("copy=switched 7, copyHashCode=7. Its hashCode and equals")
                .hasMessageContaining("or use a String, a Long, or a record of such as key");
    }

    /** One of many is enough to notice a type that is wrong, and costs nothing. */
    @Test
    void someOfTheLaterKeysAreChecked() {
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1_000; i++) {
                                sample.add(i < 300 ? TYPE.key(i) : new SwitchedKey(i, -1));
                            }
                        })
                .hasMessageContaining("key=switched 512");
    }
}
