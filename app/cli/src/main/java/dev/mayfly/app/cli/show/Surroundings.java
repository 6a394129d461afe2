package dev.mayfly.app.cli.show;

/** What the root of the command line knows of the process that it runs in. */
@FunctionalInterface
public interface Surroundings {
    Terminal terminal();
}
