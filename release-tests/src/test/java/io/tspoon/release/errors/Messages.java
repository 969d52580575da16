/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the messages of a module, and those that lack a code. A message has its code in front, in
 * the literal that it begins with: {@code "[TSP-0123] Cannot open t-graph: ..."}. If a method joins
 * the messages of several causes, each call of it passes a code of its own as {@code "TSP-0123"}.
 */
final class Messages extends TreePathScanner<Void, Source> {
    private static final Pattern IN_FRONT = Pattern.compile("\\[(TSP-\\d{4})] (?s:.*)");
    private static final Pattern PASSED = Pattern.compile("TSP-\\d{4}");
    private static final Pattern EXCEPTION = Pattern.compile("\\w+(Exception|Error)(<>)?");
    private static final Pattern TOLD = Pattern.compile("LOG\\.(warn|error)");

    /** Behind it comes the code that was passed. */
    private static final String OPEN = "[";

    /** Causes that another message tells: they never stand alone. */
    private final List<String> parts;

    private final Sources sources;
    private final List<Message> coded = new ArrayList<>();
    private final List<String> uncoded = new ArrayList<>();

    Messages(Sources sources, List<String> parts) {
        this.sources = sources;
        this.parts = parts;
        sources.all().forEach(source -> scan(source.unit(), source));
    }

    List<Message> coded() {
        return coded;
    }

    /** Place and beginning of each message without a code. */
    List<String> uncoded() {
        return uncoded;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Source source) {
        if (!(literal.getValue() instanceof String text)) {
            return null;
        }
        TreePath whole = whole(getCurrentPath());
        Matcher inFront = IN_FRONT.matcher(text);
        if (inFront.matches()) {
            add(inFront.group(1), whole, source, literal);
        } else if (PASSED.matcher(text).matches()) {
            add(text, whole, source, literal);
        } else if (text.startsWith("Cannot ")
                || text.startsWith("[TSP")
                || (beginsMessage(whole, source) && terms(whole.getLeaf()).get(0) == literal)) {
            if (!parts.contains(text) && !text.equals(OPEN)) {
                uncoded.add(place(source, literal) + " " + text);
            }
        }
        return null;
    }

    private void add(String code, TreePath whole, Source source, Tree literal) {
        String rendered = new Rendering(sources, source, Map.of()).of(whole.getLeaf());
        if (whole.getParentPath().getLeaf() instanceof MethodInvocationTree call) {
            int index = call.getArguments().indexOf(whole.getLeaf());
            String joined = index < 0 ? null : joined(call, index, source);
            rendered = joined == null ? rendered : joined;
        }
        String text =
                rendered.replaceFirst("^\\[?" + code + "(] )?", "")
                        .replaceAll(
                                Message.UNKNOWN + "(\\.?" + Message.UNKNOWN + ")+",
                                Message.UNKNOWN);
        coded.add(new Message(code, text, sources.module(), place(source, literal)));
    }

    /** The message that a method makes of its arguments, if it begins with this one. */
    private String joined(MethodInvocationTree call, int index, Source source) {
        List<? extends ExpressionTree> arguments = call.getArguments();
        String select = call.getMethodSelect().toString();
        String name = select.substring(select.lastIndexOf('.') + 1);
        for (MethodTree method : sources.methods(source, name, arguments.size())) {
            Rendering known = new Rendering(sources, source, Map.of());
            Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < arguments.size(); i++) {
                parameters.put(
                        method.getParameters().get(i).getName().toString(),
                        known.of(arguments.get(i)));
            }
            String first = method.getParameters().get(index).getName().toString();
            Tree sum = sumThatBeginsWith(first, method);
            if (sum != null) {
                return new Rendering(sources, source, parameters).of(sum);
            }
        }
        return null;
    }

    private static Tree sumThatBeginsWith(String parameter, MethodTree method) {
        List<Tree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitBinary(BinaryTree sum, Void none) {
                List<Tree> terms = terms(sum);
                String first = terms.get(0).toString();
                if (first.equals(parameter)
                        || (first.equals("\"[\"") && terms.get(1).toString().equals(parameter))) {
                    found.add(sum);
                    return null;
                }
                return super.visitBinary(sum, none);
            }
        }.scan(method, null);
        return found.isEmpty() ? null : found.get(0);
    }

    private static List<Tree> terms(Tree sum) {
        List<Tree> terms = new ArrayList<>();
        addTerms(sum, terms);
        return terms;
    }

    private static void addTerms(Tree tree, List<Tree> terms) {
        if (tree instanceof BinaryTree sum && tree.getKind() == Tree.Kind.PLUS) {
            addTerms(sum.getLeftOperand(), terms);
            addTerms(sum.getRightOperand(), terms);
        } else {
            terms.add(tree);
        }
    }

    /** The sum that a literal is a term of. */
    private static TreePath whole(TreePath literal) {
        TreePath path = literal;
        while (path.getParentPath().getLeaf() instanceof ParenthesizedTree
                || path.getParentPath().getLeaf().getKind() == Tree.Kind.PLUS) {
            path = path.getParentPath();
        }
        return path;
    }

    /** Whether the text is that of an exception, of a warning or of an error. */
    private static boolean beginsMessage(TreePath whole, Source source) {
        Tree parent = whole.getParentPath().getLeaf();
        if (parent instanceof NewClassTree made) {
            return EXCEPTION.matcher(made.getIdentifier().toString()).matches();
        }
        if (!(parent instanceof MethodInvocationTree call)
                || call.getArguments().indexOf(whole.getLeaf()) != 0) {
            return false;
        }
        String called = call.getMethodSelect().toString();
        return TOLD.matcher(called).matches()
                || (called.equals("super") && EXCEPTION.matcher(source.name()).matches());
    }

    private String place(Source source, Tree tree) {
        long start = sources.trees().getSourcePositions().getStartPosition(source.unit(), tree);
        return source.name() + ":" + source.unit().getLineMap().getLineNumber(start);
    }
}
