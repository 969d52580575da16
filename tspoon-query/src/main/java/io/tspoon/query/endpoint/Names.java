/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of fields and parameters. */
final class Names {
    private Names() {}

    static Set<String> union(Set<String> a, Set<String> b) {
        return Stream.concat(a.stream(), b.stream()).collect(Collectors.toUnmodifiableSet());
    }
}
