/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.SplittableRandom;

/**
 * What the transactions do.
 *
 * @param keys keys of each operator
 * @param readPercent share of plain reads; the rest is spread over the other actions
 * @param deletes whether keys are deleted as well
 * @param fanOut highest number of elements that an input causes at each first operator
 * @param childFanOut highest number of children of an element at each next operator
 * @param sameKeyPercent how often an element goes to the key of its elder sibling
 * @param violationPercent how often a constraint says no
 * @param failurePercent how often a function fails on what derives from versions that are not
 *     committed
 * @param keysDependOnReads whether what was read decides where the children go
 */
record Load(
        int keys,
        int readPercent,
        boolean deletes,
        int fanOut,
        int childFanOut,
        int sameKeyPercent,
        int violationPercent,
        int failurePercent,
        boolean keysDependOnReads) {

    static Load random(SplittableRandom random) {
        int[] keys = {2, 3, 5, 10, 30, 100, 1000};
        return new Load(
                keys[random.nextInt(keys.length)],
                random.nextInt(4) * 30,
                random.nextInt(4) == 0,
                1 + random.nextInt(4),
                1 + random.nextInt(2),
                random.nextInt(3) * 15,
                random.nextInt(4) * 5,
                0,
                random.nextBoolean());
    }

    /** The same with functions that fail. */
    Load withFailures(int percent) {
        return new Load(
                keys,
                readPercent,
                deletes,
                fanOut,
                childFanOut,
                sameKeyPercent,
                violationPercent,
                percent,
                keysDependOnReads);
    }
}
