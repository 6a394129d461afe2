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

/** Changes what a collection says of lifetimes. */
@Command(
        name = "set",
        header = "Change a collection's rules, or say what the change would do.",
        description = {
            "",
            "Examples:",
            "  mayfly ttl set shop.carts --default 7d --dry-run          # what would expire, and when",
            "  mayfly ttl set shop.carts --default 7d                    # asks first if documents would expire",
            "  mayfly ttl set demo.sessions --field expiresAt --after 0s --yes",
            "  mayfly ttl set demo.sessions --property code --after 5m   # dies, and the session lives",
            "  mayfly ttl set demo._default._default --max-ttl 1h",
            "  mayfly ttl set demo.sessions --grace 1h --guard 1000      # guards later changes of it"
        })
final class TtlSetCommand implements Callable<Integer> {
    @Mixin
    private AdminConnection server = new AdminConnection();

    @Mixin
    private CollectionOption where = new CollectionOption();

    @Mixin
    private Output output = new Output();

    @Parameters(paramLabel = "DB.COLL", description = "The collection, or FACE/DB/COLL.")
    private String collection = "";

    @Option(
            names = "--default",
            paramLabel = "DURATION|none|off",
            description =
                    "How long documents live that do not say it: none leaves it to each of them, off lets none die.")
    private @Nullable String standard;

    @Option(names = "--field", paramLabel = "PATH", description = "A field that holds a date; documents die after it.")
    private @Nullable String field;

    @Option(names = "--property", paramLabel = "PATH", description = "A property that dies while its document lives.")
    private @Nullable String property;

    @Option(
            names = "--from",
            paramLabel = "set|write",
            description = "From when the life of a property counts: when it was last set, or the last write.")
    private @Nullable String from;

    @Option(names = "--at", paramLabel = "PATH", description = "Instead, the date from which that counts.")
    private @Nullable String at;

    @Option(
            names = "--after",
            paramLabel = "DURATION",
            description = "How long after the date, or the life of a property. Default after a date: 0s.")
    private @Nullable String after;

    @Option(names = "--max-ttl", paramLabel = "DURATION", description = "The longest life of documents written later.")
    private @Nullable String maxTtl;

    @Option(names = "--grace", paramLabel = "DURATION", description = "How long expired documents can be restored.")
    private @Nullable String grace;

    @Option(names = "--visibility", paramLabel = "exact|lazy", description = "Whether reads or the sweeper decide.")
    private @Nullable String visibility;

    @Option(
            names = "--max-expire",
            paramLabel = "N",
            description = "Refuse this change if more than N documents would expire at once.")
    private @Nullable Long maxExpire;

    @Option(
            names = "--guard",
            paramLabel = "N|off|inherit",
            description = "Refuse later changes by any face if more than N would expire, unless told --yes.")
    private @Nullable String guard;

    @Option(names = "--dry-run", description = "Only say what it would do.")
    private boolean dryRun;

    @Override
    public Integer call() {
        ObjectNode change = change();
        boolean isNothing = change.isEmpty() || (change.size() == 1 && maxExpire != null);
        if (isNothing) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "say what: --default, --field, --property, --max-ttl, --grace, --visibility or --guard; see --help");
        }
        return new PolicyChange(server, output, where.find(server, collection)).make(change, dryRun);
    }

    private ObjectNode change() {
        ObjectNode change = ArgumentReader.object();
        ObjectNode rules = ArgumentReader.object();
        requireTogether();
        if (standard != null) {
            rules.put("default", standard);
        }
        if (field != null) {
            rules.putArray("fields").addObject().put("path", field).put("after", after == null ? "0s" : after);
        }
        if (property != null) {
            ObjectNode rule = rules.putArray("properties").addObject().put("path", property);
            put(rule, "after", after);
            put(rule, "from", from);
            put(rule, "at", at);
        }
        if (maxTtl != null) {
            rules.put("maxTTL", maxTtl);
        }
        if (!rules.isEmpty()) {
            change.set("rules", rules);
        }
        if (grace != null) {
            change.put("grace", grace);
        }
        if (visibility != null) {
            change.put("visibility", visibility);
        }
        if (maxExpire != null) {
            change.put("maxExpire", maxExpire);
        }
        if (guard != null) {
            setGuard(change, guard);
        }
        return change;
    }

    private void requireTogether() {
        if (after != null && field == null && property == null) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--after needs --field, the date that it counts from, or --property");
        }
        if (field != null && property != null) {
            throw new CommandFailure(ExitCode.USAGE, "--field and --property are changes of their own");
        }
        if ((from != null || at != null) && property == null) {
            throw new CommandFailure(ExitCode.USAGE, "--from and --at need --property");
        }
        if (property != null && after == null && at == null) {
            throw new CommandFailure(ExitCode.USAGE, "--property needs --after, how long it lives, or --at, a date");
        }
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    private static void setGuard(ObjectNode change, String guard) {
        if (guard.chars().allMatch(Character::isDigit) && guard.length() < 19) {
            change.put("guard", Long.parseLong(guard));
        } else {
            change.put("guard", guard);
        }
    }
}
