/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;

/**
 * A role as a function names it. The object that the function has is not the one that has come with
 * the plan, so they are compared by their values.
 *
 * @param name unique among the roles of an operation
 * @param state name of the state
 * @param updates whether the function may write
 */
@Internal
public record NamedRole(String name, String state, boolean updates) implements Serializable {}
