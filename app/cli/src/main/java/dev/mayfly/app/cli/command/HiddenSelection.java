package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The hidden documents of a collection that a command is about: some by their ids, some by a condition, or all. */
final class HiddenSelection {
    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private HiddenOptions hidden = new HiddenOptions();

    @Parameters(index = "0", paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "The documents.")
    private List<String> ids = List.of();

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    /** Returns the collection; fails unless the command line says in exactly one way which documents are meant. */
    CollectionPath find(AdminConnection server) {
        if (isMany() != ids.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "say which: IDs, --since, --where or --all");
        }
        return where.find(server, collection);
    }

    /** Returns whether the documents are not named one by one, so that the command asks first. */
    boolean isMany() {
        return all || hidden.isNarrowed();
    }

    boolean isEverything() {
        return all && !hidden.isNarrowed();
    }

    List<String> ids() {
        return ids;
    }

    /** Returns the documents that the condition selects, or all. */
    List<JsonNode> matching(AdminConnection server, CollectionPath path) {
        return hidden.all(server, path);
    }
}
