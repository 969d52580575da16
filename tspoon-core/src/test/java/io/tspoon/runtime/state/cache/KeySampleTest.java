/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import io.tspoon.read.HotKey;

import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class KeySampleTest {
    private final KeySample<String> sample = KeySamples.ungrouped();

    @Test
    void sharesAreThoseOfTheAccesses() {
        Random random = new Random(7);
        for (int block = 0; block < 4_000; block++) {
            Object[] keys = new Object[1 + random.nextInt(100)];
            for (int i = 0; i < keys.length; i++) {
                int dice = random.nextInt(10);
                keys[i] = dice < 3 ? "hot" : dice < 4 ? "warm" : "cold " + random.nextInt(100_000);
            }
            sample.accessed(keys, keys.length);
        }
        assertThat(sample.hottest(2)).extracting(HotKey::key).containsExactly("hot", "warm");
        assertThat(sample.hottest(1).get(0).share()).isCloseTo(0.3, within(0.05));
        assertThat(sample.hottest(2).get(1).share()).isCloseTo(0.1, within(0.03));
    }

    /** Of a transfer, the payer's key comes first each time. */
    @Test
    void patternsInWhichKeysComeDoNotMatter() {
        for (int block = 0; block < 10_000; block++) {
            sample.accessed(new Object[] {"payer", "payee"}, 2);
        }
        assertThat(sample.hottest(2))
                .allSatisfy(hot -> assertThat(hot.share()).isCloseTo(0.5, within(0.01)));
    }

    @Test
    void onlyTheLastSamplesCount() {
        access("before", KeySample.SIZE);
        access("now", KeySample.SIZE);
        assertThat(sample.hottest(10)).containsExactly(new HotKey<>("now", 1));
    }

    @Test
    void keyThatWasSampledOnceIsNotHot() {
        assertThat(sample.hottest(10)).isEmpty();
        for (int i = 0; i < 10; i++) {
            access("key " + i, 1);
        }
        assertThat(sample.hottest(10)).isEmpty();
    }

    /** What a block has behind its keys is older. */
    @Test
    void keysBehindTheSizeDoNotCount() {
        for (int block = 0; block < 10_000; block++) {
            sample.accessed(new Object[] {"key", "old"}, 1);
        }
        assertThat(sample.hottest(10)).containsExactly(new HotKey<>("key", 1));
    }

    private void access(String key, int samples) {
        for (int i = 0; i < samples * KeySample.STRIDE; i++) {
            sample.accessed(new Object[] {key}, 1);
        }
    }
}
