/* SPDX-License-Identifier: Apache-2.0 */
/** Timers of keys, and values that expire. */
package io.tspoon.api.timers;
