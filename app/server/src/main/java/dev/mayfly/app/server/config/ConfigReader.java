package dev.mayfly.app.server.config;

import dev.mayfly.app.server.config.ServerConfig.AccessChoice;
import dev.mayfly.app.server.config.ServerConfig.ClientTrust;
import dev.mayfly.app.server.config.ServerConfig.ClockChoice;
import dev.mayfly.app.server.config.ServerConfig.CosmosChoice;
import dev.mayfly.app.server.config.ServerConfig.CouchbaseChoice;
import dev.mayfly.app.server.config.ServerConfig.ExpiryChoice;
import dev.mayfly.app.server.config.ServerConfig.LogStyle;
import dev.mayfly.app.server.config.ServerConfig.MongoChoice;
import dev.mayfly.app.server.config.ServerConfig.TlsChoice;
import dev.mayfly.engine.catalog.CollectionStorage;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.store.api.Durability;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Merges flags, environment, file and defaults, in this order, into one configuration, and refuses an invalid one. */
public final class ConfigReader {
    /** The file that is read when none is named, if it is there. */
    public static final String FILE_NAME = "mayfly.yaml";

    /** The word by which nobody is asked to log in, wherever the server listens. */
    private static final String OPEN = "open";

    private static final Pattern REPLICA_SET = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final List<String> mistakes = new ArrayList<>();
    private final Map<Setting, SettingText> given = new EnumMap<>(Setting.class);
    private final SettingValues values = new SettingValues(given, mistakes);
    private List<UserSetting> users = List.of();
    private List<String> keys = List.of();
    private List<String> readingKeys = List.of();

    private ConfigReader() {}

    /**
     * @param flags what the command line says
     * @param environment all variables of the process
     * @param file the configuration file, or null for none
     */
    public static ServerConfig read(Map<Setting, String> flags, Map<String, String> environment, @Nullable Path file)
            throws ConfigException {
        ConfigReader reader = new ConfigReader();
        ConfigFile read = file == null ? ConfigFile.none() : ConfigFile.read(file, reader.mistakes);
        return reader.merge(flags, environment, read);
    }

    /**
     * Returns the effective value of each setting, as {@link #read} determines it, with its source; refuses what
     * {@code read} refuses.
     */
    public static List<EffectiveSetting> effective(Map<String, String> environment, @Nullable Path file)
            throws ConfigException {
        ConfigReader reader = new ConfigReader();
        ConfigFile read = file == null ? ConfigFile.none() : ConfigFile.read(file, reader.mistakes);
        reader.merge(Map.of(), environment, read);
        return reader.settings();
    }

    private List<EffectiveSetting> settings() {
        List<EffectiveSetting> all = new ArrayList<>();
        given.forEach((setting, text) -> all.add(new EffectiveSetting(
                setting,
                text.text(),
                text.source() == SettingText.Source.STANDARD ? EffectiveSetting.DEFAULT : text.where())));
        return all;
    }

    /** Reads a configuration as {@link #read} does, with the file given as text. */
    static ServerConfig readText(Map<Setting, String> flags, Map<String, String> environment, String text)
            throws ConfigException {
        ConfigReader reader = new ConfigReader();
        return reader.merge(flags, environment, ConfigFile.ofText(FILE_NAME, text, reader.mistakes));
    }

    /** The file to read when the command line names none: that of the environment, else the usual one if it exists. */
    public static Optional<Path> usualFile(Map<String, String> environment, Path folder) {
        String named = environment.get("MAYFLY_CONFIG");
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        Path usual = folder.resolve(FILE_NAME);
        return Files.exists(usual) ? Optional.of(usual) : Optional.empty();
    }

    private ServerConfig merge(Map<Setting, String> flags, Map<String, String> environment, ConfigFile file)
            throws ConfigException {
        for (Setting setting : Setting.values()) {
            given.put(
                    setting,
                    new SettingText(
                            setting.standard(), SettingText.Source.STANDARD, "the default of " + setting.path()));
        }
        given.putAll(file.settings());
        for (Setting setting : Setting.values()) {
            String variable = environment.get(setting.variable());
            if (variable != null) {
                given.put(setting, new SettingText(variable, SettingText.Source.ENVIRONMENT, setting.variable()));
            }
        }
        flags.forEach(
                (setting, text) -> given.put(setting, new SettingText(text, SettingText.Source.FLAG, setting.flag())));
        users = file.users();
        keys = file.keys();
        readingKeys = file.readingKeys();
        ServerConfig config = config();
        if (!mistakes.isEmpty()) {
            throw new ConfigException(mistakes);
        }
        return config;
    }

    private ServerConfig config() {
        InetAddress bind = values.address(Setting.BIND);
        TlsChoice tls = tls();
        boolean login = login(bind, tls);
        return new ServerConfig(
                new PlaceReader(values).read(),
                backups(),
                bind,
                new NodeReader(values).read(bind),
                values.words(Setting.HOSTS),
                ports(),
                new MongoChoice(
                        replicaSet(),
                        values.oneOf(Setting.MONGO_COMPAT, Map.of("7.0", MongoRelease.V7_0, "3.6", MongoRelease.V3_6)),
                        values.bool(Setting.MONGO_TEST_COMMANDS)),
                new CosmosChoice(
                        regions(),
                        keys,
                        readingKeys,
                        values.oneOf(Setting.COSMOS_THROUGHPUT, Map.of("off", false, "enforce", true))),
                couchbase(),
                values.oneOf(Setting.SCRIPTS, Map.of("on", true, "off", false)),
                clock(),
                values.number(Setting.SHARDS, CollectionStorage.SHARDS_MAX),
                values.oneOf(Setting.DURABILITY, Map.of("logged", Durability.LOGGED, "synced", Durability.SYNCED)),
                new ExpiryChoice(
                        values.duration(Setting.CHANGE_GRACE),
                        values.limit(Setting.MAX_EXPIRE),
                        values.share(Setting.MAX_SHARE),
                        values.rate(Setting.PURGE_RATE)),
                values.duration(Setting.CHANGE_RETENTION),
                values.oneOf(Setting.ERASURE_RECORD, Map.of("on", true, "off", false)),
                new EventsReader(values).read(),
                new AccessChoice(login, users, tls, clientTrust(tls)),
                new LogStyle(
                        values.oneOf(
                                Setting.LOG_FORMAT, Map.of("text", LogStyle.Format.TEXT, "json", LogStyle.Format.JSON)),
                        values.oneOf(
                                Setting.LOG_LEVEL,
                                Map.of("error", "error", "warn", "warn", "info", "info", "debug", "debug")),
                        values.bool(Setting.LOG_VALUES)),
                values.bool(Setting.METRICS),
                settings());
    }

    private Path backups() {
        String folder = values.of(Setting.BACKUP_FOLDER).text();
        if (!folder.isEmpty()) {
            return Path.of(folder);
        }
        Path data = Path.of(values.of(Setting.DATA).text()).toAbsolutePath().normalize();
        return data.resolveSibling(data.getFileName() + "-backups");
    }

    private Map<FaceName, Integer> ports() {
        Map<FaceName, Integer> all = new EnumMap<>(FaceName.class);
        for (FaceName face : FaceName.values()) {
            all.put(face, values.port(face.port()));
        }
        Map<FaceName, Integer> ports = new EnumMap<>(FaceName.class);
        for (String word : values.words(Setting.FACES)) {
            Optional<FaceName> face = FaceName.of(word);
            if (face.isPresent()) {
                ports.put(face.get(), all.getOrDefault(face.get(), 0));
            } else {
                values.mistake(Setting.FACES, "unknown face \"" + word + "\"" + NearMiss.hint(word, FaceName.words()));
            }
        }
        return ports;
    }

    private boolean isOn(FaceName face) {
        return values.words(Setting.FACES).contains(face.word());
    }

    /** A name that stands in a connection string as it is; a slash would divide it from hosts. */
    private @Nullable String replicaSet() {
        String name = values.of(Setting.MONGO_REPLSET).text();
        if (name.isEmpty()) {
            return null;
        }
        if (!REPLICA_SET.matcher(name).matches()) {
            values.mistake(
                    Setting.MONGO_REPLSET,
                    "\"" + name + "\" is not a name of at most 64 letters, digits, dots, lines and underscores");
        }
        return name;
    }

    /** A server that says where it is is in that region alone, unless others are named besides. */
    private List<String> regions() {
        String own = values.of(Setting.REGION).text().strip();
        if (!own.isEmpty() && !values.isGiven(Setting.COSMOS_REGIONS)) {
            return List.of(own);
        }
        List<String> regions = values.words(Setting.COSMOS_REGIONS);
        if (regions.isEmpty()) {
            values.mistake(Setting.COSMOS_REGIONS, "an account is in one region at least");
            return List.of(Setting.COSMOS_REGIONS.standard());
        }
        return regions;
    }

    private CouchbaseChoice couchbase() {
        return new CouchbaseChoice(
                values.port(Setting.KV_PORT),
                values.port(Setting.QUERY_PORT),
                values.oneOf(
                        Setting.COUCHBASE_COMPAT,
                        Map.of(
                                "7.6",
                                dev.mayfly.face.couchbase.bucket.CouchbaseRelease.R7_6,
                                "7.2",
                                dev.mayfly.face.couchbase.bucket.CouchbaseRelease.R7_2)),
                values.oneOf(
                        Setting.COUCHBASE_EDITION,
                        Map.of("enterprise", Edition.ENTERPRISE, "community", Edition.COMMUNITY)),
                values.oneOf(Setting.COUCHBASE_VBUCKETS, Map.of("1024", 1024, "64", 64)));
    }

    private ClockChoice clock() {
        String text = values.of(Setting.CLOCK).text();
        if (text.equals("system")) {
            return new ClockChoice.MachineClock();
        }
        if (text.equals("virtual")) {
            return new ClockChoice.VirtualClock(null);
        }
        if (text.startsWith("virtual@")) {
            return new ClockChoice.VirtualClock(values.instant(Setting.CLOCK, text.substring("virtual@".length())));
        }
        values.mistake(Setting.CLOCK, "\"" + text + "\" is none of system, virtual, virtual@INSTANT");
        return new ClockChoice.MachineClock();
    }

    private TlsChoice tls() {
        SettingText tls = values.of(Setting.TLS);
        return switch (tls.text()) {
            case "off" -> new TlsChoice.Off();
            case "auto" -> new TlsChoice.Auto();
            default -> pemFile(Path.of(tls.text()));
        };
    }

    private TlsChoice pemFile(Path file) {
        if (Files.isRegularFile(file)) {
            OwnerOnly.check(file).ifPresent(wrong -> values.mistake(Setting.TLS, wrong));
        } else {
            values.mistake(Setting.TLS, "\"" + file + "\" is neither off, nor auto, nor a file");
        }
        return new TlsChoice.PemFile(file);
    }

    private @Nullable ClientTrust clientTrust(TlsChoice tls) {
        Map<String, Boolean> words = Map.of("required", true, "optional", false);
        boolean isRequired = values.oneOf(Setting.TLS_CLIENT_CERTIFICATES, words);
        String file = values.of(Setting.TLS_CLIENT_CA).text();
        if (file.isEmpty()) {
            if (values.isGiven(Setting.TLS_CLIENT_CERTIFICATES)) {
                values.mistake(
                        Setting.TLS_CLIENT_CERTIFICATES,
                        "there is nothing to check certificates against; set " + Setting.TLS_CLIENT_CA.flag());
            }
            return null;
        }
        if (tls instanceof TlsChoice.Off) {
            values.mistake(Setting.TLS_CLIENT_CA, "clients show certificates only where --tls is on");
        }
        if (!Files.isRegularFile(Path.of(file))) {
            values.mistake(Setting.TLS_CLIENT_CA, "\"" + file + "\" is no file");
        }
        return new ClientTrust(Path.of(file), isRequired);
    }

    /**
     * Returns true if clients must log in. Without login the server is open to loopback only, unless the configuration says
     * that others keep strangers away.
     */
    private boolean login(InetAddress bind, TlsChoice tls) {
        String mode = values.of(Setting.AUTH).text();
        if (!mode.isEmpty()) {
            values.oneOf(Setting.AUTH, Map.of("none", false, "required", true, OPEN, false));
        }
        if (mode.equals(OPEN)) {
            if (!users.isEmpty()) {
                values.mistake(
                        Setting.AUTH,
                        "open asks nobody to log in, and " + FILE_NAME + " names users in auth.users; leave out one of"
                                + " the two");
            }
            return false;
        }
        if (!bind.isLoopbackAddress()) {
            List<String> missing = new ArrayList<>();
            if (mode.equals("none")) {
                missing.add("auth.mode: required (not none)");
            }
            if (users.isEmpty()) {
                missing.add("auth.users in " + FILE_NAME);
            }
            if (keys.isEmpty() && isOn(FaceName.COSMOS)) {
                missing.add("faces.cosmos.keys in " + FILE_NAME);
            }
            if (tls instanceof TlsChoice.Off) {
                missing.add("tls.mode: auto or a PEM file (--tls)");
            }
            if (!missing.isEmpty()) {
                values.mistake(
                        Setting.BIND,
                        values.of(Setting.BIND).text()
                                + " is open to other machines, which needs users, keys and TLS; set "
                                + String.join(" and ", missing) + ", or bind to 127.0.0.1, or --auth open where only"
                                + " those who may reach its ports");
            }
            return true;
        }
        if (mode.equals("required") && users.isEmpty()) {
            values.mistake(Setting.AUTH, "nobody could log in; name users in auth.users of " + FILE_NAME);
        }
        if (mode.equals("required") && keys.isEmpty() && isOn(FaceName.COSMOS)) {
            values.mistake(
                    Setting.AUTH,
                    "the cosmos face would open to a key that everybody knows; set faces.cosmos.keys in " + FILE_NAME
                            + ", or leave cosmos out of " + Setting.FACES.flag());
        }
        return mode.equals("required");
    }
}
