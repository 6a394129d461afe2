package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.CollectionOption;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Removes rules from a collection. */
@Command(
        name = "unset",
        header = "Take rules away from a collection, or say what that would do.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl unset demo.sessions --field expiresAt --dry-run",
            "  mayfly ttl unset shop.carts --default",
            "  mayfly ttl unset demo._default._default --max-ttl"
        })
final class TtlUnsetCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Option(names = "--default", description = "Documents of the collection expire no more.")
    private boolean standard;

    @Option(names = "--field", paramLabel = "PATH", description = "Documents die no more after the date in this field.")
    private @Nullable String field;

    @Option(names = "--property", paramLabel = "PATH", description = "The property lives as long as its document.")
    private @Nullable String property;

    @Option(names = "--max-ttl", description = "Documents written later may live as long as they say.")
    private boolean maxTtl;

    @Option(names = "--grace", description = "Expired documents are destroyed as soon as possible.")
    private boolean grace;

    @Option(names = "--guard", description = "Changes of it are guarded as the server says.")
    private boolean guard;

    @Option(names = "--dry-run", description = "Only say what it would do.")
    private boolean dryRun;

    @Override
    public Integer call() {
        ObjectNode change = change();
        if (change.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "say what: --default, --field, --property, --max-ttl, --grace or --guard; see --help");
        }
        return new PolicyChange(server, output, where.find(server, collection)).make(change, dryRun);
    }

    private ObjectNode change() {
        ObjectNode change = ArgumentReader.object();
        ObjectNode rules = ArgumentReader.object();
        if (standard) {
            rules.put("default", "off");
        }
        if (field != null) {
            rules.putArray("fields").addObject().put("path", field).put("after", "off");
        }
        if (property != null) {
            rules.putArray("properties").addObject().put("path", property).put("after", "off");
        }
        if (maxTtl) {
            rules.put("maxTTL", "off");
        }
        if (!rules.isEmpty()) {
            change.set("rules", rules);
        }
        if (grace) {
            change.put("grace", "0s");
        }
        if (guard) {
            change.put("guard", "inherit");
        }
        return change;
    }
}
