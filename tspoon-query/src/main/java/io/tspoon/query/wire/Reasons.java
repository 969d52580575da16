/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.wire;

import io.tspoon.transaction.AbortReason;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import java.util.ArrayList;
import java.util.List;

/** Why transactions were aborted: {@code [{kind, operator, key, rule, detail}]}. */
final class Reasons {
    private static final String KIND = "kind";
    private static final String OPERATOR = "operator";
    private static final String KEY = "key";
    private static final String RULE = "rule";
    private static final String DETAIL = "detail";

    private Reasons() {}

    static void put(ArrayNode json, List<AbortReason> reasons) {
        for (AbortReason reason : reasons) {
            json.addObject()
                    .put(KIND, reason.kind().name())
                    .put(OPERATOR, reason.operator())
                    .put(KEY, reason.key())
                    .put(RULE, reason.rule())
                    .put(DETAIL, reason.detail());
        }
    }

    static List<AbortReason> of(JsonNode json) {
        List<AbortReason> reasons = new ArrayList<>();
        for (JsonNode reason : json) {
            reasons.add(
                    new AbortReason(
                            AbortReason.Kind.valueOf(reason.path(KIND).asText()),
                            reason.path(OPERATOR).asText(),
                            reason.path(KEY).asText(),
                            reason.path(RULE).asText(),
                            reason.path(DETAIL).asText()));
        }
        return reasons;
    }
}
