/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever user code gives as reason and details makes a reason. */
class AbortReasonsTest {
    private static final Object MUTE =
            new Object() {
                @Override
                public String toString() {
                    throw new IllegalStateException("nothing to say");
                }
            };

    /** As two objects that name each other. */
    private static final Object ENDLESS =
            new Object() {
                @Override
                public String toString() {
                    return "of " + this;
                }
            };

    @Test
    void detailsAreNamesAndValues() {
        assertThat(detail()).isEmpty();
        assertThat(detail("item", 7)).isEqualTo("item=7");
        assertThat(detail("item", 7, "left", 0L)).isEqualTo("item=7, left=0");
    }

    @Test
    void lastDetailMayBeWithoutAName() {
        assertThat(detail(7)).isEqualTo("detail=7");
        assertThat(detail("item", 7, "too late")).isEqualTo("item=7, detail=too late");
    }

    @Test
    void nothingIsMissed() {
        assertThat(detail(null, 7, "item", null, null)).isEqualTo("null=7, item=null, detail=null");
        assertThat(detail((Object[]) null)).isEqualTo("detail=null");
        assertThat(AbortReasons.byUser("stock", "a", null).rule()).isEqualTo("no reason given");
    }

    @Test
    void detailThatHasNoTextSaysWhy() {
        assertThat(detail("item", MUTE)).isEqualTo("item=(java.lang.IllegalStateException)");
        assertThat(detail("item", ENDLESS)).isEqualTo("item=(java.lang.StackOverflowError)");
    }

    /** A result names up to a hundred. */
    @Test
    void longKeyOfAnElementIsShortened() {
        AbortReason reason = AbortReasons.byUser("stock", "a", "out of stock", "item", 7);
        assertThat(AbortReasons.ofElement(reason, "k", 3).detail()).isEqualTo("item=7, element=k");
        assertThat(AbortReasons.ofElement(reason, "k".repeat(100_000), 3).detail())
                .startsWith("item=7, element=kkk")
                .hasSizeLessThan(400);
    }

    @Test
    void elementWithoutAKeyIsNamedByItsPlace() {
        AbortReason reason = AbortReasons.byConstraint("stock", "a", "positive");
        assertThat(AbortReasons.ofElement(reason, "", 3).detail()).isEqualTo("place=3");
    }

    /** It is not of the element with which it was passed. */
    @Test
    void boundNamesNoElement() {
        AbortReason reason = AbortReasons.byBound("stock", "a", 7);
        assertThat(AbortReasons.ofElement(reason, "k", 3)).isEqualTo(reason);
    }

    private static String detail(Object... details) {
        AbortReason reason = AbortReasons.byUser("stock", "a", "out of stock", details);
        assertThat(reason.rule()).isEqualTo("out of stock");
        return reason.detail();
    }
}
