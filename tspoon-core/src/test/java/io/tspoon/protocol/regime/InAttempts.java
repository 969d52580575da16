/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.transaction.ConcurrencyControl;

import org.junit.jupiter.params.provider.EnumSource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a parameterized test the {@link ConcurrencyControl}s that execute transactions in attempts,
 * see {@link ExecutionWays#inAttempts}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DETERMINISTIC")
public @interface InAttempts {}
