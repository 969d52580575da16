/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.transport.FragmentRows;

/** Takes fragments whose turn it is, one after the other. */
@FunctionalInterface
interface FragmentTaker<I> {
    /**
     * @param row row of the fragment
     */
    void add(I element, FragmentRows fragments, int row) throws Exception;
}
