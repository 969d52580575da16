/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;

/** Where one has come to among the entries of an index. Stays valid whatever changes there. */
@Internal
public interface IndexPosition {}
