package dev.mayfly.app.console.api;

import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.metrics.SweeperState;
import dev.mayfly.engine.sweep.Sweeper;
import dev.mayfly.face.transport.http.HttpResponse;

/** The routes of the sweeper's state and its brake. */
final class SweeperRoutes {
    private final Sweeper sweeper;
    private final SweeperState state;

    SweeperRoutes(Sweeper sweeper, SweeperState state) {
        this.sweeper = sweeper;
        this.state = state;
    }

    HttpResponse health() {
        SweeperState.SweeperView view = state.view();
        return ApiAnswers.json(view.state().equals(SweeperState.OK) ? 200 : 503, view);
    }

    HttpResponse pause() {
        sweeper.pause();
        return ApiAnswers.json(200, state.view());
    }

    HttpResponse resume() {
        sweeper.resume();
        return ApiAnswers.json(200, state.view());
    }
}
