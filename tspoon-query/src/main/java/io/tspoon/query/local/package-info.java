/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The instances of a job in this process, and what they answer: one class for each operation that
 * servers ask of each other. Converts keys and values between Java and JSON. Knows neither where
 * other instances are nor how messages travel.
 */
@NullMarked
package io.tspoon.query.local;

import org.jspecify.annotations.NullMarked;
