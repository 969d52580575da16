/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.transaction.ConcurrencyControl;

import org.junit.jupiter.params.provider.EnumSource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a parameterized test the {@link ConcurrencyControl}s that execute t-graphs of any shape:
 * all but deterministic chains, for which no state may send elements to another one, and nothing
 * may abort behind a state. As {@link Combination#mechanismsForAnyShape}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DETERMINISTIC")
public @interface ForAnyShape {}
