package io.tspoon.benchmarks;
@picocli.CommandLine.Command(name="guard") final class GuardCommand {}