package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Progress;
import tools.jackson.databind.JsonNode;

/** Waits for the end of a long operation of the server, and shows its progress meanwhile. */
final class OperationWait {
    private static final long LOOK_MILLIS = 50;

    private OperationWait() {}

    /**
     * Returns the operation when it is done.
     *
     * @param begun as the server answered it
     * @param what has happened to the documents, such as {@code indexed}
     */
    static JsonNode done(AdminConnection server, Output output, JsonNode begun, String what) {
        JsonNode operation = begun;
        String path = "/api/v1/operations/" + begun.path("id").asString("");
        try (Progress progress = output.progress(what, begun.path("unit").asString(""))) {
            while (operation.path("state").asString("").equals("running")) {
                Pause.of(LOOK_MILLIS);
                operation = server.get(path);
                progress.advance(
                        operation.path("done").asLong(), operation.path("total").asLong());
            }
        }
        if (!operation.path("state").asString("").equals("done")) {
            String error = operation.path("error").asString("it was cancelled");
            throw new CommandFailure(ExitCode.FAILED, error);
        }
        return operation;
    }
}
