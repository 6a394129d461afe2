import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks a bundle of artifacts against the rules by which Maven Central takes it or does not: ./mayfly release --dry-run calls
 * it. The bundle is a folder as a Maven repository is laid out.
 *
 * <p>Source: "Requirements" of the publisher's documentation of Maven Central.
 */
final class CentralRules {
    private static final int CLASS_VERSION_OF_JAVA_1 = 44;

    private final Path bundle;
    private final Map<String, Element> poms = new HashMap<>();
    private final List<String> refusals = new ArrayList<>();
    private final TreeSet<String> notes = new TreeSet<>();

    private CentralRules(Path bundle) {
        this.bundle = bundle;
    }

    public static void main(String[] arguments) throws Exception {
        CentralRules rules = new CentralRules(Path.of(arguments[0]));
        int artifacts = rules.check();
        rules.notes.forEach(note -> System.out.println("to do: " + note));
        rules.refusals.forEach(refusal -> System.out.println("refused: " + refusal));
        System.out.println(artifacts + " artifacts, " + rules.refusals.size() + " refusals");
        System.exit(rules.refusals.isEmpty() && artifacts > 0 ? 0 : 1);
    }

    private int check() throws Exception {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(bundle)) {
            files = walk.filter(each -> each.toString().endsWith(".pom"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            poms.put(file.getParent().getParent().getFileName().toString(), parse(file));
        }
        for (Path file : files) {
            checkArtifact(file);
        }
        return files.size();
    }

    private static Element parse(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    }

    private void checkArtifact(Path file) throws Exception {
        Element pom = poms.get(file.getParent().getParent().getFileName().toString());
        String name = text(pom, "artifactId");
        String version = inherited(pom, "version");
        String stem = name + "-" + version;
        if (!file.getFileName().toString().equals(stem + ".pom")) {
            refusals.add(file.getFileName() + ": its coordinates are " + name + " " + version);
        }
        if (version.endsWith("-SNAPSHOT")) {
            notes.add("the version " + version + " has to lose its -SNAPSHOT");
        }
        checkMetadata(name, pom);
        checkDependencies(name, pom, version);
        if (text(pom, "packaging").isEmpty() || text(pom, "packaging").equals("jar")) {
            checkJars(file.getParent(), stem, property(pom, "maven.compiler.release"));
        }
        checkSums(file.getParent());
    }

    private void checkMetadata(String name, Element pom) {
        for (String own : List.of("name", "description")) {
            require(!text(pom, own).isEmpty(), name + ": the POM has no <" + own + ">");
        }
        require(!inherited(pom, "url").isEmpty(), name + ": the POM has no <url>");
        for (String path : List.of(
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "scm/connection",
                "scm/url")) {
            require(!inherited(pom, path).isEmpty(), name + ": the POM has no <" + path.replace("/", "><") + ">");
        }
        for (String foreign : List.of("repositories", "pluginRepositories")) {
            require(child(pom, foreign) == null, name + ": the POM has <" + foreign + ">");
        }
        Element parent = child(pom, "parent");
        require(
                parent == null || poms.containsKey(text(parent, "artifactId")),
                name + ": its parent is not among the artifacts");
    }

    private void checkDependencies(String name, Element pom, String version) {
        Element list = child(pom, "dependencies");
        for (Element each : list == null ? List.<Element>of() : children(list, "dependency")) {
            String artifact = text(each, "artifactId");
            String wanted = text(each, "version");
            require(!text(each, "scope").equals("system"), name + ": " + artifact + " is of the scope system");
            require(
                    !wanted.matches(".*[\\[\\](),].*|LATEST|RELEASE"),
                    name + ": " + artifact + " has no exact version: " + wanted);
            boolean isForeignSnapshot = wanted.endsWith("-SNAPSHOT") && !wanted.equals(version);
            require(!isForeignSnapshot, name + ": " + artifact + " is a snapshot: " + wanted);
            boolean isOurs = text(each, "groupId").equals("dev.mayfly");
            boolean isShipped = !text(each, "scope").equals("test");
            require(
                    !isOurs || !isShipped || poms.containsKey(artifact),
                    name + ": " + artifact + " is not among the artifacts");
        }
    }

    private void checkJars(Path folder, String stem, String release) throws IOException {
        Path main = folder.resolve(stem + ".jar");
        Path sources = folder.resolve(stem + "-sources.jar");
        Path javadoc = folder.resolve(stem + "-javadoc.jar");
        for (Path each : List.of(main, sources, javadoc)) {
            if (!Files.exists(each)) {
                refusals.add(each.getFileName() + " is missing");
                return;
            }
        }
        try (JarFile classes = new JarFile(main.toFile());
                JarFile texts = new JarFile(sources.toFile());
                JarFile pages = new JarFile(javadoc.toFile())) {
            require(pages.getEntry("index.html") != null, javadoc.getFileName() + " has no index.html");
            for (ZipEntry entry : (Iterable<ZipEntry>) classes.stream().map(ZipEntry.class::cast)::iterator) {
                if (entry.getName().endsWith(".class")) {
                    String source = entry.getName().replaceFirst("(\\$[^/]*)?\\.class$", ".java");
                    require(texts.getEntry(source) != null, sources.getFileName() + " has no " + source);
                    checkClassVersion(classes, entry, release);
                }
            }
        }
    }

    private void checkClassVersion(JarFile jar, ZipEntry entry, String release) throws IOException {
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        int java = (bytes[6] << 8 | bytes[7] & 0xff) - CLASS_VERSION_OF_JAVA_1;
        require(
                release.isEmpty() || java <= Integer.parseInt(release),
                entry.getName() + " is for Java " + java + ", not for " + release);
    }

    private void checkSums(Path folder) throws Exception {
        List<Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.filter(each -> each.toString().matches(".*\\.(pom|jar)"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            for (String algorithm : List.of("MD5", "SHA1")) {
                Path sum = Path.of(file + "." + algorithm.toLowerCase(java.util.Locale.ROOT));
                require(
                        Files.exists(sum) && Files.readString(sum).strip().equals(digest(algorithm, file)),
                        file.getFileName() + " does not have its " + algorithm);
            }
            if (!Files.exists(Path.of(file + ".asc"))) {
                notes.add(file.getFileName() + " has to be signed: gpg --armor --detach-sign");
            }
        }
    }

    private static String digest(String algorithm, Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        byte[] sum = digest.digest(Files.readAllBytes(file));
        return String.format("%0" + 2 * sum.length + "x", new BigInteger(1, sum));
    }

    private void require(boolean holds, String refusal) {
        if (!holds) {
            refusals.add(refusal);
        }
    }

    /** The text at this path, of this POM or else of its nearest parent that has one. */
    private String inherited(Element pom, String path) {
        String own = text(pom, path);
        Element parent = child(pom, "parent");
        if (!own.isEmpty() || parent == null) {
            return own;
        }
        Element inherited = poms.get(text(parent, "artifactId"));
        return inherited == null ? "" : inherited(inherited, path);
    }

    private static String property(Element pom, String name) {
        Element properties = child(pom, "properties");
        return properties == null ? "" : text(properties, name);
    }

    private static String text(Element element, String path) {
        Element at = element;
        for (String name : path.split("/")) {
            at = child(at, name);
            if (at == null) {
                return "";
            }
        }
        return at.getTextContent().strip();
    }

    private static Element child(Element element, String name) {
        List<Element> found = children(element, name);
        return found.isEmpty() ? null : found.get(0);
    }

    private static List<Element> children(Element element, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element each && each.getTagName().equals(name)) {
                found.add(each);
            }
        }
        return found;
    }
}
