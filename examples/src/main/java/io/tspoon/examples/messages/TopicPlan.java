/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import java.util.ArrayList;
import java.util.List;

/**
 * The topics of an example, without the prefix.
 *
 * @param input topic that it reads
 * @param outputs topics that it writes
 * @param partitions number of partitions of each topic that it creates
 */
public record TopicPlan(String input, List<String> outputs, int partitions) {
    List<String> all() {
        List<String> all = new ArrayList<>(outputs);
        all.add(input);
        return all;
    }
}
