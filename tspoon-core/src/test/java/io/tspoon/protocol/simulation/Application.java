/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The user functions. They are pure: what they do follows from the element and from what is read.
 *
 * <p>Every choice hangs on a hash of the element's id and, where it may, of the value read, so that
 * one wrong read soon shows in all that follows.
 */
final class Application {
    private static final int MOST_TRIGGERED_IN_A_ROW = 4;

    private final Graph graph;
    private final Load load;
    private final boolean rejects;
    private final long seed;

    Application(SimulationParameters parameters, long seed) {
        this.graph = parameters.graph();
        this.load = parameters.load();
        this.rejects = parameters.rejects();
        this.seed = seed;
    }

    /** Whether a violation rejects the element of the batch alone. */
    boolean rejects() {
        return rejects;
    }

    /** The elements that an input causes at the first operators; often several, sometimes none. */
    List<Element> firstElements(Input input) {
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < (input.isTriggered() ? 1 : input.numbers().size()); i++) {
            elements.addAll(firstElements(input, i));
        }
        return elements;
    }

    /** Those that one element of a batch causes. */
    List<Element> firstElements(Input input, int ofElement) {
        long id = idOf(input, ofElement);
        List<Element> elements = new ArrayList<>();
        for (int operator : graph.first()) {
            addChildren(elements, operator, id, id, percent(id, 3) < 3 ? 0 : load.fanOut());
        }
        return elements;
    }

    private long idOf(Input input, int ofElement) {
        long id = mix(seed, input.coordinator() * 1_000_003L + input.numbers().get(ofElement));
        for (int place : input.chain()) {
            id = mix(id, 23 + place);
        }
        return id;
    }

    /** What the transaction triggers if it commits. */
    List<Input> triggered(Input input) {
        if (input.chain().size() == MOST_TRIGGERED_IN_A_ROW) {
            return List.of();
        }
        long id = idOf(input, 0);
        int count = percent(id, 29) < 60 ? 0 : percent(id, 31) < 70 ? 1 : 3;
        List<Input> triggered = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            triggered.add(input.next(place));
        }
        return triggered;
    }

    /**
     * Works on one element.
     *
     * @param read the value seen; null also if the action does not read
     * @param timestamp of the attempt
     */
    Effect apply(Element element, @Nullable Value read, long timestamp) {
        long seen = read == null ? 0 : read.content();
        long outcome = mix(element.id(), seen);
        boolean violates = percent(outcome, 5) < load.violationPercent();
        if (violates || element.action() == Action.INSERT && read != null) {
            return Effect.violation();
        }
        List<Element> children = new ArrayList<>();
        long basis = load.keysDependOnReads() ? outcome : element.id();
        for (int operator : graph.next(element.location().operator())) {
            addChildren(children, operator, element.id(), basis, load.childFanOut());
        }
        return switch (element.action()) {
            case READ, LOOK -> new Effect(false, false, null, children);
            case ERASE -> new Effect(false, true, null, children);
            case DELETE -> new Effect(false, read != null, null, children);
            case OVERWRITE, CHANGE, INSERT ->
                    new Effect(false, true, new Value(timestamp, element.id(), outcome), children);
        };
    }

    /**
     * Whether the function fails on what derives from versions that are not committed.
     *
     * @param timestamp of the attempt: another one may not fail
     */
    boolean fails(Element element, long timestamp) {
        return percent(mix(element.id(), timestamp), 19) < load.failurePercent();
    }

    private void addChildren(
            List<Element> elements, int operator, long parent, long basis, int most) {
        int count = most == 0 ? 0 : 1 + (int) Long.remainderUnsigned(mix(basis, operator), most);
        int key = 0;
        for (int i = 0; i < count; i++) {
            long id = mix(basis, operator * 31L + i + 1);
            if (i == 0 || percent(id, 7) >= load.sameKeyPercent()) {
                key = (int) Long.remainderUnsigned(mix(id, 11), load.keys());
            }
            elements.add(new Element(id, parent, i, new Location(operator, key), actionOf(id)));
        }
    }

    private Action actionOf(long id) {
        if (percent(id, 13) < load.readPercent()) {
            return Action.READ;
        }
        int kind = percent(id, 17);
        if (kind < 45) {
            return Action.CHANGE;
        }
        if (kind < 70) {
            return Action.OVERWRITE;
        }
        if (kind < 80 || !load.deletes()) {
            return Action.LOOK;
        }
        return kind < 85 ? Action.ERASE : kind < 92 ? Action.DELETE : Action.INSERT;
    }

    private static int percent(long id, int purpose) {
        return (int) Long.remainderUnsigned(mix(id, purpose), 100);
    }

    /** The finalizer of SplitMix64, over both numbers. */
    private static long mix(long first, long second) {
        long z = first * 0x9E3779B97F4A7C15L + second * 0xD1B54A32D192ED03L + 0x8CB92BA72F3D8DD7L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
