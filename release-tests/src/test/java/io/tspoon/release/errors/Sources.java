/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.release.errors;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The sources of one module, parsed by javac and nothing more: no types are known. */
final class Sources {
    private final String module;
    private final Trees trees;
    private final List<Source> all = new ArrayList<>();
    private final Map<String, ExpressionTree> constants = new HashMap<>();

    private Sources(String module, JavacTask task) throws IOException {
        this.module = module;
        trees = Trees.instance(task);
        for (var unit : task.parse()) {
            Source source = new Source(unit);
            all.add(source);
            source.constants()
                    .forEach((name, value) -> constants.put(source.name() + "." + name, value));
        }
    }

    /** All Java files below some folders. */
    static Sources below(String module, List<Path> folders) throws IOException {
        List<Path> java = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> paths = Files.walk(folder)) {
                paths.filter(path -> path.toString().endsWith(".java")).sorted().forEach(java::add);
            }
        }
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files =
                javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            return of(module, files.getJavaFileObjectsFromPaths(java));
        }
    }

    static Sources of(String module, Iterable<? extends JavaFileObject> files) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        // Annotations are not processed: what is parsed is not compiled.
        List<String> options = List.of("-proc:none");
        return new Sources(
                module, (JavacTask) javac.getTask(null, null, null, options, null, files));
    }

    String module() {
        return module;
    }

    Trees trees() {
        return trees;
    }

    List<Source> all() {
        return all;
    }

    /**
     * The value of a constant by its name, or null: {@code NAME} of a file, or {@code Class.NAME}.
     */
    ExpressionTree constant(Source from, String name) {
        ExpressionTree own = from.constants().get(name);
        return own == null ? constants.get(name) : own;
    }

    /** The methods that a call in a file may mean: those of the file, or else of the module. */
    List<MethodTree> methods(Source from, String name, int arguments) {
        List<MethodTree> own = from.methods(name, arguments);
        return own.isEmpty()
                ? all.stream().flatMap(source -> source.methods(name, arguments).stream()).toList()
                : own;
    }
}
