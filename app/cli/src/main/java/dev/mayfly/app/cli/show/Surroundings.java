package dev.mayfly.app.cli.show;

/** The process as the root of the command line sees it. */
@FunctionalInterface
public interface Surroundings {
    Terminal terminal();
}
