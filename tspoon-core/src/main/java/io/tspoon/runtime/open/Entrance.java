/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

/**
 * A way by which elements come to a coordinator. What has come is {@linkplain Admission admitted}
 * when there is room; until then it waits here, or where it came from. Confined to the mailbox
 * thread.
 */
interface Entrance {
    /** There may be room: admits of what waits here as much as fits, and does not wait itself. */
    void admitWaiting() throws Exception;
}
