/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/** A vehicle that has stopped. */
public record Halt(int vehicle, Place place) {}
