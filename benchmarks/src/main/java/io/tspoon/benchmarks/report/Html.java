/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

/** Text inside of HTML. */
final class Html {
    private Html() {}

    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
