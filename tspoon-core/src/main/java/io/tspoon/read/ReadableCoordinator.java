/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

/** A coordinator of a t-graph, as its readers see it; its methods may be called by any thread. */
public interface ReadableCoordinator {
    /** Name of the t-graph. */
    String graph();

    /** Index of the coordinator. */
    int index();

    /** How it is doing; read without stopping it, so the figures may be a little apart. */
    CoordinatorStatus status();
}
