/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What can be looked up by name in one file: its methods, and the texts of its constants. */
final class Source {
    private final CompilationUnitTree unit;
    private final List<MethodTree> methods = new ArrayList<>();
    private final Map<String, ExpressionTree> constants = new HashMap<>();

    Source(CompilationUnitTree unit) {
        this.unit = unit;
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void none) {
                methods.add(method);
                return super.visitMethod(method, none);
            }

            @Override
            public Void visitVariable(VariableTree variable, Void none) {
                String name = variable.getName().toString();
                ExpressionTree value = variable.getInitializer();
                if (value != null && name.equals(name.toUpperCase(Locale.ROOT))) {
                    constants.put(name, value);
                }
                return super.visitVariable(variable, none);
            }
        }.scan(unit, null);
    }

    CompilationUnitTree unit() {
        return unit;
    }

    String name() {
        String path = unit.getSourceFile().toUri().getPath();
        return path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
    }

    Map<String, ExpressionTree> constants() {
        return constants;
    }

    /** Methods that a call with so many arguments may mean. */
    List<MethodTree> methods(String name, int arguments) {
        return methods.stream()
                .filter(method -> method.getName().contentEquals(name))
                .filter(method -> method.getParameters().size() == arguments)
                .toList();
    }
}
