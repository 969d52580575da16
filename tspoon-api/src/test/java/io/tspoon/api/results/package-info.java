/* SPDX-License-Identifier: Apache-2.0 */
/** What results tell of the elements of which they are. */
package io.tspoon.api.results;
