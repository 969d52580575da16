package io.tspoon.benchmarks;
@picocli.CommandLine.Command(name="memory") final class MemoryCommand {}