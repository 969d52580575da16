/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The text of an expression that joins texts, as far as the source tells it.
 *
 * @param parameters what is known of the names of parameters
 */
record Rendering(Sources sources, Source source, Map<String, String> parameters) {
    String of(Tree tree) {
        if (tree instanceof ParenthesizedTree inner) {
            return of(inner.getExpression());
        }
        if (tree instanceof LiteralTree literal) {
            // What SLF4J puts into a message is known at run time only.
            return Objects.toString(literal.getValue()).replace("{}", Message.UNKNOWN);
        }
        if (tree instanceof BinaryTree sum && tree.getKind() == Tree.Kind.PLUS) {
            return of(sum.getLeftOperand()) + of(sum.getRightOperand());
        }
        if (tree instanceof ConditionalExpressionTree choice) {
            return either(of(choice.getTrueExpression()), of(choice.getFalseExpression()));
        }
        String name = tree.toString();
        ExpressionTree constant = sources.constant(source, name);
        if (parameters.containsKey(name)) {
            return parameters.get(name);
        }
        return constant == null ? Message.UNKNOWN : of(constant);
    }

    private static String either(String one, String other) {
        List<String> known =
                List.of(one, other).stream()
                        .filter(text -> text.chars().anyMatch(Character::isLetter))
                        .toList();
        return switch (known.size()) {
            case 0 -> Message.UNKNOWN;
            case 1 -> known.get(0);
            default -> one + " / " + other.strip().replaceFirst("^\\. ", "");
        };
    }
}
