// Stands for Quickshell's type in the tests.
import QtQml

QtObject {
    signal read(string data)
}
